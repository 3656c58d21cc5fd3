import { expect, test } from 'vitest';
import { names } from '#server/config/variables.ts';
import { read } from './files.ts';

/** Variables in the first column of a page's tables. */
const listedIn = (page: string) =>
  [...read(page).matchAll(/^\| (`[A-Z0-9_`, ]+`) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );

/** OpenTelemetry's packages read their own variables. */
const ofOthers = ['OTEL_EXPORTER_OTLP_ENDPOINT'];

test('the settings page lists each variable that the server reads, once', () => {
  expect(listedIn('docs/configuration.md').toSorted()).toEqual([...names, ...ofOthers].toSorted());
});

test('variables in the README are read by the server', () => {
  const listed = listedIn('README.md');
  expect(listed.length).toBeGreaterThan(9);
  expect(listed.filter((name) => !(names as string[]).includes(name))).toEqual([]);
});
