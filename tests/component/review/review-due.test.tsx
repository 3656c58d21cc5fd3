import { expect, test } from 'vitest';
import { anOffer } from '#tests/unit/domain/examples.ts';
import { review, underReview } from '../support/review.tsx';

const hourMs = 3_600_000;

/** An offer submitted so many hours ago to a brand that has four days. */
function waitingFor(hours: number, afterDue: 'team-decides' | 'nothing') {
  const enteredAt = Date.now() - hours * hourMs;
  const stage = { ...underReview().currentStage, enteredAt: new Date(enteredAt).toISOString() };
  const dueAt = new Date(enteredAt + 96 * hourMs).toISOString();
  return anOffer({
    currentStage: stage as NonNullable<ReturnType<typeof underReview>['currentStage']>,
    review: { attempt: 1, submittedAt: stage.enteredAt, changeRequests: [], dueAt, afterDue },
  });
}

test('the due line shows when the submission is due, and the consequence of no decision', async () => {
  const { panel } = await review(waitingFor(2, 'team-decides'));
  const due = panel.getByText(/^Due in [34] days$/);
  expect(due.closest('[data-state]')?.getAttribute('data-state')).toBe('waiting');
  expect(
    panel.getByText(/^If you don’t decide by \w{3} \d{1,2}, \d{1,2}:\d\d [AP]M, we may decide for you\.$/),
  ).toBeTruthy();
});

test('the due line is amber in the last quarter, with an icon and text', async () => {
  const { panel } = await review(waitingFor(92.5, 'nothing'));
  const due = panel.getByText('Due in 3 h').closest('[data-state]');
  expect(due?.getAttribute('data-state')).toBe('due-soon');
  expect(due?.querySelector('svg')).toBeTruthy();
  expect(
    panel.getByText('Submissions aren’t approved automatically. The creator is waiting for your decision.'),
  ).toBeTruthy();
});

test('the due line shows that the submission is overdue', async () => {
  const { panel } = await review(waitingFor(98.5, 'team-decides'));
  expect(panel.getByText('Overdue by 2 h')).toBeTruthy();
  expect(panel.getByText('We may decide for you now.')).toBeTruthy();
});

test('the due line is hidden without a due time', async () => {
  const { panel } = await review();
  expect(panel.queryByText(/^(Due|Overdue)/)).toBeNull();
});
