import { expect, test } from 'vitest';
import { attemptLabel } from '#domain/review/tries.ts';

const review = (attempt: number, draftAttempts?: number) => ({
  ...{ attempt, submittedAt: null, changeRequests: [] },
  ...(draftAttempts === undefined ? {} : { draftAttempts }),
});

test.each([
  ['of drafts alone', review(2), [1, 2], ['Version 1', 'Version 2']],
  ['of a link after two drafts', review(3, 2), [1, 2, 3], ['Draft, version 1', 'Draft, version 2', 'Version 1']],
  ['of a second link', review(4, 2), [2, 3, 4], ['Draft, version 2', 'Version 1', 'Version 2']],
  ['of links alone', review(2), [1, 2], ['Version 1', 'Version 2']],
  ['of a draft that is reviewed again after a link', review(1, 1), [1], ['Version 1']],
] as const)('attempts are labeled in a review %s', (_, given, attempts, expected) => {
  expect(attempts.map((attempt) => attemptLabel(given, attempt))).toEqual(expected);
});
