import { useState } from 'react';
import { type Checklist, readChecklist, writeChecklist } from './checklist-store.ts';
import type { TypedNote } from './typed-note.ts';

const blank = { chosen: [], notes: {}, sent: false };

/**
 * The checklist as another submission finds it: nothing is ticked, for that was about content that is gone. Notes that were
 * never sent stay as text, to be used again.
 */
function carriedOver({ sent, notes }: Checklist, submission: string): Checklist {
  const texts = sent ? [] : Object.entries(notes).map(([name, { note }]) => [name, { note, at: '' }]);
  return { ...blank, submission, notes: Object.fromEntries(texts) };
}

/** The list of changes to ask for about one submission of an offer. It outlives the panel and a reload. */
export function useChecklist(offerId: string, submission: string) {
  const [isOpenFor, setOpenFor] = useState<string | null>(null);
  const [kept, keep] = useState(() => ({ offerId, checklist: readChecklist(offerId) }));
  if (kept.offerId !== offerId) keep({ offerId, checklist: readChecklist(offerId) });
  const found = kept.checklist ?? { ...blank, submission };
  const checklist = found.submission === submission ? found : carriedOver(found, submission);
  const change = (part: Partial<Checklist>) => {
    const changed = { ...checklist, sent: false, ...part };
    keep({ offerId, checklist: changed });
    writeChecklist(offerId, changed);
  };
  return {
    chosen: new Set(checklist.sent ? [] : checklist.chosen),
    notes: checklist.notes,
    /** True while it is shown, which ends with its submission. */
    isOpen: isOpenFor === submission,
    open() {
      // Only an Undo brings the same submission back.
      if (checklist.sent) change({});
      setOpenFor(submission);
    },
    /** The choice stays while one looks at the content again. */
    close: () => setOpenFor(null),
    choose: (chosen: ReadonlySet<string>) => change({ chosen: [...chosen] }),
    note: (name: string, note: TypedNote) => change({ notes: { ...checklist.notes, [name]: note } }),
    /** It was sent, and is kept for an Undo. */
    finish() {
      change({ sent: true });
      setOpenFor(null);
    },
  };
}
