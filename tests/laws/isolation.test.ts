import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

/**
 * Modules that listen, and message the worker, until their page is closed, and the one that binds a page to its
 * session: a test can't end them. A later test without a session would make its calls on a page that has lost its own.
 */
const lasting = /#features\/sync\/(start|listen-to-worker|page-state)\.ts'|\bholdSession\b/;

test('modules that last as long as their page are tested in isolated files', () => {
  const testing = projectFiles(/\.test\.tsx?$/, 'tests/component').filter((path) => lasting.test(read(path)));
  expect(testing.length).toBeGreaterThan(3);
  expect(testing.filter((path) => !path.endsWith('.isolated.test.tsx'))).toEqual([]);
});
