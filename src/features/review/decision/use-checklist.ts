import { useState } from 'react';

interface Checklist {
  submission: string;
  isOpen: boolean;
  chosen: ReadonlySet<string>;
}

/** The list of changes to ask for, which belongs to one submission: nothing of it is carried over to another. */
export function useChecklist(submission: string) {
  const blank: Checklist = { submission, isOpen: false, chosen: new Set() };
  const [kept, keep] = useState(blank);
  const checklist = kept.submission === submission ? kept : blank;
  return {
    ...checklist,
    open: () => keep({ ...checklist, isOpen: true }),
    /** The choice stays while one looks at the content again. */
    close: () => keep({ ...checklist, isOpen: false }),
    choose: (chosen: ReadonlySet<string>) => keep({ ...checklist, chosen }),
    clear: () => keep(blank),
  };
}
