import { Notice } from '#creator/parts/Notice.tsx';
import classes from '../StepCard.module.css';
import type { StepProps } from '../step-props.ts';
import { TextForm } from './TextForm.tsx';

/** The caption that needs approval before filming, with the reason if it was returned. */
export function CaptionStep({ offer, moves }: StepProps) {
  const { caption } = offer;
  if (!offer.moves.includes('give-caption')) return caption && <p className={classes.quote}>{caption.text}</p>;
  return (
    <div className={classes.stack}>
      {caption?.returned && (
        <Notice icon="info" tone="amber">
          {caption.returned}
        </Notice>
      )}
      <TextForm
        button="Send caption"
        empty="Write a caption first."
        field="caption"
        initial={caption?.text ?? ''}
        isLong
        label="Caption"
        maxLength={2200}
        move={(text) => ({ move: 'give-caption', caption: text.trim() })}
        moves={moves}
        offerId={offer.id}
      />
    </div>
  );
}
