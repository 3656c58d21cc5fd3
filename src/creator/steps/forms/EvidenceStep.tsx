import { useState } from 'react';
import { Notice } from '#creator/parts/Notice.tsx';
import { Submission } from '#creator/parts/Submission.tsx';
import { Changes } from '../Changes.tsx';
import { ReadyToPost } from '../ReadyToPost.tsx';
import classes from '../StepCard.module.css';
import type { StepProps } from '../step-props.ts';
import { DraftForm } from './DraftForm.tsx';
import { LinkForm } from './LinkForm.tsx';

const owed = { PUBLISHED_VIDEO_URL: 'link', VIDEO_WITH_CAPTION: 'draft' } as const;

/** The draft or the link: to be submitted, to be changed, or in review but still replaceable. */
export function EvidenceStep(props: StepProps) {
  const { offer, moves } = props;
  const { stage, submission, changes, draft, evidenceType } = offer;
  const isOwed = stage.type === 'SUBMIT_EVIDENCE';
  const isPrepared = draft?.state === 'processing';
  // The form is open by default while an upload is running or has failed.
  const isReturned = draft?.state === 'uploading' && draft.returned !== null;
  const [isOpened, setIsOpen] = useState((isOwed && !isPrepared) || (draft !== null && !isPrepared));
  // A draft may be returned while the page is open, with a message that the creator must see.
  const isOpen = isOpened || isReturned;
  const kind = owed[evidenceType ?? 'VIDEO_WITH_CAPTION'];
  const move = `${isOwed ? 'submit' : 'replace'}-${kind}` as const;
  const can = offer.moves.includes(move);
  return (
    <div className={classes.stack}>
      {isOwed && changes !== null && <Changes changes={changes} />}
      {!isOwed && submission !== null && <Submission of={submission} title="In review" />}
      {!isOwed && isPrepared && (
        <Notice icon="clock">We’re preparing your new video. It will replace this one automatically.</Notice>
      )}
      {!isOwed && submission?.accountChecked === false && (
        <Notice icon="info">We couldn’t tell from the link that the post is yours, so the brand will check.</Notice>
      )}
      {can && !isOpen && (
        <button className={classes.quiet} onClick={() => setIsOpen(true)} type="button">
          {kind === 'link' ? 'Send a different link' : 'Send a different draft'}
        </button>
      )}
      {can && move === 'submit-link' && changes === null && <ReadyToPost offer={offer} />}
      {can && isOpen && (move === 'submit-link' || move === 'replace-link') && (
        <LinkForm move={move} moves={moves} offer={offer} />
      )}
      {can && isOpen && (move === 'submit-draft' || move === 'replace-draft') && <DraftForm {...props} move={move} />}
    </div>
  );
}
