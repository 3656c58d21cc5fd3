import { useEffect, useId, useState } from 'react';

/** Parts beside a submission, of which a narrow panel shows one at a time. */
export type Part = 'caption' | 'brief' | 'checks';
export type PartIds = Record<'brief' | 'checks', string>;

/** The part that is open, and the ids of those that have a button. */
export function useParts() {
  const id = useId();
  const [open, setOpen] = useState<Part | null>(null);
  const openId = open === 'brief' || open === 'checks' ? `${id}-${open}` : null;
  useEffect(() => {
    // The video above has become smaller, and the beginning of the part may be behind it.
    if (openId !== null) document.getElementById(openId)?.scrollIntoView({ block: 'nearest' });
  }, [openId]);
  return { open, setOpen, ids: { brief: `${id}-brief`, checks: `${id}-checks` } satisfies PartIds };
}
