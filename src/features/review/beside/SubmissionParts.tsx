import { type ReactNode, useId } from 'react';
import type { Offer } from '#contract/brand/offer.ts';
import type { SubmissionCheck } from '#domain/review/submission-checks.ts';
import { Icon } from '#ui/media/icons.tsx';
import { Caption } from '../submission/Caption.tsx';
import classes from './Beside.module.css';
import { Brief } from './Brief.tsx';
import type { Part, PartIds } from './use-parts.ts';

const icons = { met: 'check', attention: 'alert', fact: 'info' } as const;

/** Checks of a submission, each with its result as text. */
function Checks({ checks }: { checks: readonly SubmissionCheck[] }) {
  return (
    <ul className={classes.checks}>
      {checks.map(({ name, result, text }) => (
        <li data-result={result} key={name}>
          <Icon name={icons[result]} size={18} />
          <span>
            <strong>{name === 'Account' && result === 'attention' ? 'Account not checked.' : `${name}:`}</strong> {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface FoldedPartProps {
  id: string;
  isOpen: boolean;
  title: string;
  children: ReactNode;
}

/** A section beside a submission; a narrow panel shows it only while it's open. */
function FoldedPart({ id, isOpen, title, children }: FoldedPartProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes.part} data-open={isOpen} id={id}>
      <h3 id={titleId}>{title}</h3>
      {children}
    </section>
  );
}

interface Props {
  offer: Offer;
  caption: string | null | undefined;
  checks: readonly SubmissionCheck[];
  ids: PartIds;
  open: Part | null;
  onOpen: (part: Part | null) => void;
  /** True for a link, which has no video and whose check is shown first. */
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
