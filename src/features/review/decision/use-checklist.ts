import { useState } from 'react';
import { newUlid } from '#api/ids.ts';
import { type Checklist, readChecklist, type TypedRemark, writeChecklist } from './checklist-store.ts';

const blank = { chosen: [], remarks: [], sent: false };

/**
 * The checklist as another submission finds it: nothing is ticked, for that was about content that is gone. Remarks that were
 * never sent stay as text, to be used again.
 */
function carriedOver({ sent, remarks }: Checklist, submission: string): Checklist {
  const texts = sent ? [] : remarks.filter(({ text }) => text.trim() !== '').map((each) => ({ ...each, at: '' }));
  return { ...blank, submission, remarks: texts };
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
  const { remarks } = checklist;
  return {
    chosen: new Set(checklist.sent ? [] : checklist.chosen),
    remarks,
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
    /** Adds an empty remark, or pins the one that is still empty. @returns its ID */
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
    /** It was sent, and is kept for an Undo. */
    finish() {
      change({ sent: true });
      setOpenFor(null);
    },
  };
}
export type OpenChecklist = ReturnType<typeof useChecklist>;
