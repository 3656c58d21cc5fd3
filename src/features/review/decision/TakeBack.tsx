import { Button } from '@mantine/core';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { Offer } from '#contract/brand/offer.ts';
import { creatorName } from '#domain/offers/offer-stage.ts';
import panel from '../Review.module.css';
import classes from './TakeBack.module.css';

interface Props {
  offer: Offer;
  sending: boolean;
  onTakeBack: () => void;
}

/**
 * Takes back the approval of a draft that isn't posted yet, after the brand has confirmed the consequences for the
 * creator.
 */
export function TakeBack({ offer, sending, onTakeBack }: Props) {
  const [asking, setAsking] = useState(false);
  const titleId = useId();
  const ask = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useLayoutEffect(() => {
    // The focused button was replaced. Focus the one that has no effect when pressed.
    if (asking) keep.current?.focus({ preventScroll: true });
    else if (wasAsking.current) ask.current?.focus({ preventScroll: true });
    wasAsking.current = asking;
  }, [asking]);
  if (!asking) {
    return (
      <Button onClick={() => setAsking(true)} ref={ask} variant="subtle">
        Take back approval
      </Button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, and there are none here
    <div aria-labelledby={titleId} className={classes.question} role="group">
      <p>
        <strong id={titleId}>Take back your approval?</strong>
        <span>{creatorName(offer)} may already be posting this draft. We’ll email them not to post it.</span>
      </p>
      <div className={panel.buttons}>
        <Button disabled={sending} onClick={() => setAsking(false)} ref={keep} variant="default">
          Keep approval
        </Button>
        <Button color="red" loading={sending} onClick={onTakeBack}>
          Take back approval
        </Button>
      </div>
    </div>
  );
}
