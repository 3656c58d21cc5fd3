import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOnline } from '#api/sync-status.ts';
import type { LocalDecision } from '#app/intents/local-decision.ts';
import { isSettled } from '#app/intents/settled-actions.ts';
import { canUndo } from '#contract/brand/intent.ts';
import type { QueuedAction } from '#contract/worker/sync-status.ts';
import { sendQueueCommand, useActions } from '#features/queue/public.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from './LastDecision.module.css';

const tickMs = 500;
/** Time that a decision stays visible after it was sent, ms. */
const shownMs = 6000;

/** Seconds until a hold ends; 0 after that. */
function useSecondsLeft(heldUntil: string | undefined): number {
  const end = Date.parse(heldUntil ?? '');
  const [now, setNow] = useState(Date.now);
  const isOver = !(end > now);
  useEffect(() => {
    if (!(end > Date.now())) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [end]);
  return isOver ? 0 : Math.ceil((end - now) / 1000);
}

const verbs = {
  approve: { doing: 'Approving', queued: 'Approval queued', done: 'Approved' },
  'request-changes': { doing: 'Requesting changes', queued: 'Changes queued', done: 'Changes requested' },
} as const;

/** Status text of a decision, from its queued action. Without an action, the decision was sent. */
export function decisionText(made: LocalDecision, action: QueuedAction | undefined, secondsLeft: number): string {
  const { doing, queued, done } = verbs[made.kind];
  if (action?.state === 'attention') return 'Needs attention';
  if (action === undefined) return done;
  if (action.state === 'sending') return `${doing}…`;
  return secondsLeft > 0 ? `${doing} in ${secondsLeft} s` : queued;
}

interface Last {
  made: LocalDecision;
  /** True if a later decision replaced this one and was then undone. */
  isEarlier: boolean;
}

/** The decision to show in the notice: the newest one, if it was made after the inbox was opened. */
export function useLastDecision(newest: LocalDecision | undefined): Last | null {
  // Time of the latest decision shown here; initially, when the inbox was opened.
  const [latestAt, setLatestAt] = useState(Date.now);
  const [openedAt] = useState(latestAt);
  if (newest !== undefined && newest.at > latestAt) setLatestAt(newest.at);
  return newest !== undefined && newest.at >= openedAt ? { made: newest, isEarlier: newest.at < latestAt } : null;
}

interface Props extends Last {
  /** Called after an Undo: the submission needs a review again. */
  onUndone: (made: LocalDecision) => void;
}

/** The most recent decision: its status, and Undo while possible. */
export function LastDecision({ made, isEarlier, onUndone }: Props) {
  const client = useQueryClient();
  const action = useActions(false).find(({ actionId }) => actionId === made.actionId);
  // Offline, a decision isn't sent when its hold ends, so show no countdown.
  const isOnline = useOnline();
  const seconds = useSecondsLeft(isOnline ? action?.heldUntil : undefined);
  const [isUndoing, setUndoing] = useState(false);
  const isGone = action === undefined;
  // An earlier decision reappears only if it can still be undone, or needs attention.
  const [isOver, setOver] = useState(isEarlier && isGone);
  useEffect(() => {
    if (!isGone) return;
    const timer = setTimeout(() => setOver(true), shownMs);
    return () => clearTimeout(timer);
  }, [isGone]);
  if (isGone && isOver) return null;
  // The worker's status may arrive after its response. Until then, it's unknown whether the decision is queued or sent.
  const isUnknown = isGone && !isSettled(made.actionId);
  const undo = async () => {
    setUndoing(true);
    const isDone = await sendQueueCommand(client, 'undo', { actionId: made.actionId, kind: made.kind });
    setUndoing(false);
    if (isDone) onUndone(made);
  };
  return (
    <div className={classes.bar}>
      <Icon name={isGone && !isUnknown ? 'check' : 'clock'} size={18} />
      <p className={classes.words} role="status">
        <strong>{isUnknown ? `${verbs[made.kind].doing}…` : decisionText(made, action, seconds)}</strong>
        <span>{made.creator}</span>
      </p>
      {action && canUndo(action) && (
        <Button
          aria-keyshortcuts="Z"
          className={classes.undo ?? ''}
          leftSection={<Icon name="undo" size={18} />}
          loading={isUndoing}
          onClick={() => void undo()}
          variant="subtle"
        >
          Undo
        </Button>
      )}
    </div>
  );
}
