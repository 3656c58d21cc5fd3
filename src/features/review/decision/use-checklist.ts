import { useState } from 'react';
import { newUlid } from '#api/ids.ts';
import { type Checklist, readChecklist, type TypedRemark, writeChecklist } from './checklist-store.ts';

const blank = { chosen: [], remarks: [], sent: false };

/**
 * Adapts a checklist to a new submission. Nothing is ticked, since that was about the previous content. Remarks that
 * were never sent keep their text for reuse.
 */
function carriedOver({ sent, remarks }: Checklist, submission: string): Checklist {
  const texts = sent ? [] : remarks.filter(({ text }) => text.trim() !== '').map((each) => ({ ...each, at: '' }));
  return { ...blank, submission, remarks: texts };
}

/** The changes to request for one submission of an offer. They survive closing the panel and a reload. */
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
  const { remarks } = checklist;
  return {
    chosen: new Set(checklist.sent ? [] : checklist.chosen),
    remarks,
    /** True while the checklist is shown, until the submission changes. */
    isOpen: isOpenFor === submission,
    open() {
      // A sent checklist is opened for the same submission only after an Undo.
      if (checklist.sent) change({});
      setOpenFor(submission);
    },
    /** Hides the checklist, which keeps its choices while the user looks at the content again. */
    close: () => setOpenFor(null),
    choose: (chosen: ReadonlySet<string>) => change({ chosen: [...chosen] }),
    /**
     * Adds an empty remark, or sets the time of an existing empty one.
     * @returns the remark's id
     */
    addRemark(template: string | null, at: string): string {
      const empty = remarks.find((each) => each.template === template && each.text === '');
      if (empty) {
        change({ remarks: remarks.map((each) => (each === empty ? { ...each, at } : each)) });
        return empty.id;
      }
      const id = newUlid();
      change({ remarks: [...remarks, { id, template, text: '', at }] });
      return id;
    },
    changeRemark: (id: string, part: Partial<TypedRemark>) =>
      change({ remarks: remarks.map((each) => (each.id === id ? { ...each, ...part } : each)) }),
    removeRemark: (id: string) => change({ remarks: remarks.filter((each) => each.id !== id) }),
    /** Marks the checklist as sent, and keeps it for an Undo. */
    finish() {
      change({ sent: true });
      setOpenFor(null);
    },
  };
}
export type OpenChecklist = ReturnType<typeof useChecklist>;
