import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { sendsWhenClosed } from '#app/device/background-sync.ts';
import { intentTexts } from '#app/intents/intent-texts.ts';
import { canUndo, type PendingAction } from '#contract/brand/intent.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { sendQueueCommand, unconfirmedText } from '#features/queue/public.ts';
import { Icon, type IconName } from '#ui/media/icons.tsx';
import panel from '../Review.module.css';
import { isFocusLost } from '../use-focus-after-removal.ts';
import classes from './Outcome.module.css';
import type { DecisionKind } from './use-decision.ts';

interface Props {
  offer: Offer;
  /** The decision just made, if the server already has it. */
  decided: DecisionKind | null;
  /** Number of other submissions to review, in all campaigns; null while it's unknown. */
  left: number | null;
  onNext: () => void;
  onClose: () => void;
  /** Shown after the text about the decision just made. */
  after?: ReactNode;
  /** A secondary action below the others; shown even if no decision was just made. */
  quieter?: ReactNode;
}

function textFor(offer: Offer, decided: DecisionKind | null): { icon: IconName; title: string; text: string } | null {
  const { pendingAction } = offer;
  if (pendingAction?.state === 'sending') {
    return { icon: 'send', title: 'Sending…', text: intentTexts[pendingAction.kind].doing };
  }
  if (pendingAction?.mayHaveArrived) {
    return { icon: 'clock', title: intentTexts[pendingAction.kind].queued, text: unconfirmedText };
  }
  if (pendingAction?.heldUntil && Date.parse(pendingAction.heldUntil) > Date.now()) {
    return {
      icon: 'clock',
      title: intentTexts[pendingAction.kind].queued,
      text: 'It will be sent in a few seconds. You can undo it until then.',
    };
  }
  if (pendingAction) {
    return {
      icon: 'clock',
      title: intentTexts[pendingAction.kind].queued,
      text: sendsWhenClosed()
        ? 'It’s saved on this device and will be sent when you reconnect.'
        : 'It’s saved on this device and will be sent when Afield is open and you’re online.',
    };
  }
  if (decided === 'request-changes') {
    return {
      icon: 'check',
      title: 'Changes requested',
      text: 'The creator will see your request and submit a new version.',
    };
  }
  if (decided === 'approve') {
    const owesPost = offer.currentStage.type === 'SUBMIT_EVIDENCE';
    return {
      icon: 'check',
      title: 'Approved',
      text: owesPost ? 'We’ll ask the creator to post it and send the link.' : 'The post is live, and its views count.',
    };
  }
  return null;
}

/** Shown after a decision: its result, Undo while possible, and the next offer to review. */
export function Outcome({ offer, decided, left, onNext, onClose, after, quieter }: Props) {
  const client = useQueryClient();
  const [undoing, setUndoing] = useState(false);
  const words = textFor(offer, decided);
  const further = useRef<HTMLButtonElement>(null);
  const shown = words !== null;
  useLayoutEffect(() => {
    // The decision button was removed, and the focus was lost with it.
    if (shown && isFocusLost(further.current)) further.current?.focus({ preventScroll: true });
  }, [shown]);
  if (words === null) {
    return quieter ? (
      <footer className={panel.actions} data-no-toasts>
        {quieter}
      </footer>
    ) : null;
  }
  const { pendingAction } = offer;
  const undo = async (action: PendingAction) => {
    setUndoing(true);
    await sendQueueCommand(client, 'undo', action);
    setUndoing(false);
  };
  return (
    <footer className={panel.actions} data-no-toasts>
      <div aria-label="Your decision" className={classes.words} data-queued={pendingAction !== undefined} role="status">
        <Icon name={words.icon} />
        <p>
          <strong>{words.title}</strong>
          <span>{words.text}</span>
        </p>
      </div>
      {decided !== null && after}
      <div className={panel.buttons}>
        {pendingAction && canUndo(pendingAction) && (
          <Button
            leftSection={<Icon name="undo" size={18} />}
            loading={undoing}
            onClick={() => void undo(pendingAction)}
            variant="default"
          >
            Undo
          </Button>
        )}
        {left !== null && left > 0 ? (
          <Button onClick={onNext} ref={further} rightSection={<Icon name="next" size={18} />}>
            Next to review ({left})
          </Button>
        ) : (
          <Button onClick={onClose} ref={further} variant="default">
            {left === 0 ? 'Done' : 'Close'}
          </Button>
        )}
      </div>
      {quieter}
    </footer>
  );
}
