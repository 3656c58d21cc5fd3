import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

const parts = projectFiles(/\.tsx$/, 'src/ui').flatMap((path) =>
  [...read(path).matchAll(/^export (?:const|function|class) ([A-Z]\w*)/gm)].map(([, name = '']) => ({ path, name })),
);
const gallery = projectFiles(/\.tsx$/, 'tests/gallery')
  .map(read)
  .join('\n');

test('the gallery shows every component of src/ui', () => {
  expect(parts.length).toBeGreaterThan(20);
  const missing = parts.filter(({ name }) => !new RegExp(`<${name}\\b`).test(gallery));
  expect(missing, 'a component outside tests/gallery has states that no test looks at').toEqual([]);
});

/** Components that open over a screen, where the screens' tests cover them, or that render nothing of their own. */
const ofScreens = ['Combobox', 'Drawer', 'FileButton', 'MantineProvider', 'Menu', 'Modal', 'Popover', 'Tooltip'];

test('the gallery shows every Mantine component that the app uses', () => {
  const used = projectFiles(/\.tsx$/, 'src').flatMap((path) =>
    [...read(path).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
      names.split(',').flatMap((name) => /^\s*([A-Z]\w+)\s*$/.exec(name)?.[1] ?? []),
    ),
  );
  expect(new Set(used).size).toBeGreaterThan(10);
  const missing = [...new Set(used)].filter(
    (name) => !ofScreens.includes(name) && !new RegExp(`<${name}\\b`).test(gallery),
  );
  expect(missing).toEqual([]);
});

test('the app doesn’t import the gallery', () => {
  const found = projectFiles(/\.(tsx?|mjs|html)$/, 'src', 'sw').filter((path) => read(path).includes('tests/gallery'));
  expect(found).toEqual([]);
});
