import { expect, test } from 'vitest';
import { errorFacts } from '#server/observing/error-facts.ts';
import { independentTasks } from '#server/services/shared/independent-tasks.ts';

test('a failing task doesn’t stop the ones after it, and the log names it with its cause', async () => {
  const tasks = independentTasks();
  const refused = Object.assign(new Error('for ines@harbour.test'), { code: '23505' });
  expect(await tasks.run('settle:cmp_1', () => Promise.reject(refused))).toBeUndefined();
  expect(await tasks.run('settle:cmp_2', async () => 2)).toBe(2);
  const error = await Promise.resolve()
    .then(() => tasks.end())
    .catch((failed: unknown) => failed);
  expect(errorFacts(error)).toMatchObject({
    name: 'AggregateError',
    errors: [{ name: 'TaskError', task: 'settle:cmp_1', cause: { name: 'Error', code: '23505' } }],
  });
  expect(JSON.stringify(errorFacts(error))).not.toContain('ines@');
});

test('tasks that all succeed end without an error', async () => {
  const tasks = independentTasks();
  await tasks.run('mails', async () => undefined);
  expect(() => tasks.end()).not.toThrow();
});
