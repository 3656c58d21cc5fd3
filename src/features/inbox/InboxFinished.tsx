import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { LocalDecision } from '#app/intents/local-decision.ts';
import { canUndo } from '#contract/brand/intent.ts';
import type { QueuedAction } from '#contract/worker/sync-status.ts';
import { sendQueueCommand, useActions } from '#features/queue/public.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from './InboxFinished.module.css';
import { decisionText } from './LastDecision.tsx';

interface Props {
  /** Today's decisions, newest first. */
  decided: readonly LocalDecision[];
  titleOf: (campaignId: string) => string;
  onOpen: (offerId: string) => void;
}

const count = (n: number, one: string, more: string) => `${n} ${n === 1 ? one : more}`;

function sumOf(decided: readonly LocalDecision[], actions: ReadonlyMap<string, QueuedAction>): string {
  const waiting = decided.filter(({ actionId }) => actions.get(actionId)?.state === 'waiting').length;
  const approved = decided.filter(({ kind }) => kind === 'approve').length;
  const asked = decided.length - approved;
  const made = [
    ...(approved > 0 ? [count(approved, 'approval', 'approvals')] : []),
    ...(asked > 0 ? [count(asked, 'request for changes', 'requests for changes')] : []),
  ].join(' and ');
  return waiting === 0 ? `Today: ${made}.` : `Today: ${made}, ${waiting} still to be sent.`;
}

/** Shown at the end of the inbox: today's decisions, with Undo where possible. */
export function InboxFinished({ decided, titleOf, onOpen }: Props) {
  const client = useQueryClient();
  const actions = new Map(useActions(true).map((action) => [action.actionId, action]));
  return (
    <section aria-labelledby="finished-title" className={classes.finished}>
      <span className={classes.mark}>
        <Icon name="check" size={28} />
      </span>
      <h2 id="finished-title" tabIndex={-1}>
        You’re all caught up
      </h2>
      <p>{decided.length === 0 ? 'New submissions appear here as creators send them.' : sumOf(decided, actions)}</p>
      {decided.length > 0 && (
        <ol aria-label="Your decisions today" className={classes.list}>
          {decided.map((made) => {
            const action = actions.get(made.actionId);
            return (
              <li key={made.actionId}>
                <button className={classes.open} onClick={() => onOpen(made.offerId)} type="button">
                  <span className={classes.name}>{made.creator}</span>
                  <span className={classes.facts}>{titleOf(made.campaignId)}</span>
                </button>
                <span className={classes.state}>{decisionText(made, action, 0)}</span>
                {action && canUndo(action) && (
                  <Button
                    aria-label={`Undo: ${made.creator}`}
                    className={classes.undo ?? ''}
                    onClick={() => void sendQueueCommand(client, 'undo', made)}
                    variant="default"
                  >
                    Undo
                  </Button>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
