import { useState } from 'react';
import { Notice } from '../parts/Notice.tsx';
import { Submission } from '../parts/Submission.tsx';
import { Changes } from './Changes.tsx';
import { LinkForm } from './LinkForm.tsx';
import type { StepProps } from './StepAction.tsx';
import classes from './StepCard.module.css';

/** The draft or the link: to be handed in, asked to be changed, or with the brand and still replaceable. */
export function EvidenceStep({ offer, moves }: StepProps) {
  const { stage, submission, changes, post } = offer;
  const isOwed = stage.type === 'SUBMIT_EVIDENCE';
  const [isOpen, setIsOpen] = useState(isOwed);
  const can = (move: string) => offer.moves.includes(move);
  const link = can('submit-link') ? 'submit-link' : can('replace-link') ? 'replace-link' : null;
  return (
    <div className={classes.stack}>
      {isOwed && changes !== null && <Changes changes={changes} />}
      {!isOwed && submission !== null && <Submission of={submission} title="With the brand" />}
      {!isOwed && post?.accountChecked === false && (
        <Notice icon="info">The link doesn’t say whose post it is, so the brand looks at that itself.</Notice>
      )}
      {link !== null && isOpen && <LinkForm move={link} moves={moves} offer={offer} />}
      {link !== null && !isOpen && (
        <button className={classes.quiet} onClick={() => setIsOpen(true)} type="button">
          Send another link
        </button>
      )}
    </div>
  );
}
