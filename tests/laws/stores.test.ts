import { expect, test } from 'vitest';
import { importsOf, projectFiles, read, targetOf } from './files.ts';

const freshPage = 'tests/component/support/fresh-page.ts';

/** Module stores that one test may leave to the next, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'src/app/intents/local-decision.ts': 'counts changes; the decisions are in the storage, which is cleared',
  'src/app/storage/request-persistent-storage.ts': 'asks the browser again when it is next shown',
  'src/features/review/player/player-handle.ts': 'the player takes its handle away when it leaves the screen',
  'src/ui/text/RelativeTime.tsx': 'reads the clock again when it is next shown',
};

const makesStore = /^(?:export )?const .+ = (?:createStore|sharedSwitch)\b/m;
const holding = projectFiles(/\.tsx?$/, 'src').filter((path) => makesStore.test(read(path)));
const reset = importsOf(read(freshPage)).map((specifier) => targetOf(freshPage, specifier));

test('component tests, which share modules, start with fresh stores', () => {
  const kept = holding.filter((path) => !reset.includes(path));
  expect(
    kept.filter((path) => !(path in allowed)),
    `reset these in ${freshPage}`,
  ).toEqual([]);
});

test('every exception is needed', () => {
  expect(Object.keys(allowed).filter((path) => !holding.includes(path) || reset.includes(path))).toEqual([]);
});
