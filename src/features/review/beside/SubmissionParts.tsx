import type { Offer } from '#contract/brand/offer.ts';
import type { SubmissionCheck } from '#domain/review/submission-checks.ts';
import { Caption } from '../submission/Caption.tsx';
import { Brief } from './Brief.tsx';
import { Checks } from './Checks.tsx';
import { FoldedPart } from './FoldedPart.tsx';
import type { Part, PartIds } from './use-parts.ts';

interface Props {
  offer: Offer;
  caption: string | null | undefined;
  checks: readonly SubmissionCheck[];
  ids: PartIds;
  open: Part | null;
  onOpen: (part: Part | null) => void;
  /** A link has no video, and its check is shown first. */
  isLink: boolean;
}

/** The caption, the checks and the brief: beside a video, or below it one at a time. */
export function SubmissionParts({ offer, caption, checks, ids, open, onOpen, isLink }: Props) {
  return (
    <>
      {caption && (
        <Caption onOpen={(isOpen) => onOpen(isOpen ? 'caption' : null)} open={open === 'caption'} text={caption} />
      )}
      {checks.length > 0 && (
        <FoldedPart id={ids.checks} isOpen={isLink || open === 'checks'} title="Checks">
          <Checks checks={checks} />
        </FoldedPart>
      )}
      <FoldedPart id={ids.brief} isOpen={open === 'brief'} title="Brief">
        <Brief offer={offer} />
      </FoldedPart>
    </>
  );
}
