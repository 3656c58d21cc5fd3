import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { sendsWhenClosed } from '#app/background-sync.ts';
import { intentWords, type PendingAction } from '#contract/intent.ts';
import type { Offer } from '#contract/offer.ts';
import { orderOfQueue } from '#features/queue/public.ts';
import { Icon, type IconName } from '#ui/icons.tsx';
import panel from '../Review.module.css';
import { isFocusLost } from '../use-kept-focus.ts';
import classes from './Outcome.module.css';
import type { DecisionKind } from './use-decision.ts';

interface Props {
  offer: Offer;
  /** The decision of just now, where the server has it already. */
  decided: DecisionKind | null;
  /** Number of others that wait for a decision, and the way to the next of them. */
  left: number;
  onNext: () => void;
  onClose: () => void;
  /** Follows the words of a decision of just now. */
  after?: ReactNode;
}

function wordsOf(offer: Offer, decided: DecisionKind | null): { icon: IconName; title: string; text: string } | null {
  const { pendingAction } = offer;
  if (pendingAction?.state === 'sending') {
    return { icon: 'send', title: 'Sending…', text: intentWords[pendingAction.kind].doing };
  }
  if (pendingAction) {
    return {
      icon: 'clock',
      title: intentWords[pendingAction.kind].queued,
      text: sendsWhenClosed()
        ? 'It is kept on this device, and sent as soon as there is a network.'
        : 'It is kept on this device, and sent while Afield is open and there is a network.',
    };
  }
  if (decided === 'request-changes') {
    return {
      icon: 'check',
      title: 'Changes requested',
      text: 'The creator sees what you asked for, and submits again.',
    };
  }
  if (decided === 'approve') {
    const owesPost = offer.currentStage.type === 'SUBMIT_EVIDENCE';
    return {
      icon: 'check',
      title: 'Approved',
      text: owesPost ? 'The creator is asked to post it, and to send the link.' : 'The post is live and counts.',
    };
  }
  return null;
}

/** After a decision: what happened, the way back while there is one, and the way on. */
export function Outcome({ offer, decided, left, onNext, onClose, after }: Props) {
  const client = useQueryClient();
  const [undoing, setUndoing] = useState(false);
  const words = wordsOf(offer, decided);
  const further = useRef<HTMLButtonElement>(null);
  const shown = words !== null;
  useLayoutEffect(() => {
    // The button that decided has gone, with the focus on it.
    if (shown && isFocusLost(further.current)) further.current?.focus({ preventScroll: true });
  }, [shown]);
  if (words === null) return null;
  const { pendingAction } = offer;
  const undo = async (action: PendingAction) => {
    setUndoing(true);
    await orderOfQueue(client, 'undo', action);
    setUndoing(false);
  };
  return (
    <footer className={panel.actions}>
      <div aria-label="Your decision" className={classes.words} data-queued={pendingAction !== undefined} role="status">
        <Icon name={words.icon} />
        <p>
          <strong>{words.title}</strong>
          <span>{words.text}</span>
        </p>
      </div>
      {decided !== null && after}
      <div className={panel.buttons}>
        {pendingAction?.state === 'waiting' && (
          <Button
            leftSection={<Icon name="undo" size={18} />}
            loading={undoing}
            onClick={() => void undo(pendingAction)}
            variant="default"
          >
            Undo
          </Button>
        )}
        {left > 0 ? (
          <Button onClick={onNext} ref={further} rightSection={<Icon name="next" size={18} />}>
            Next to review ({left})
          </Button>
        ) : (
          <Button onClick={onClose} ref={further} variant="default">
            Done
          </Button>
        )}
      </div>
    </footer>
  );
}
