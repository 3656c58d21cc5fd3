import { useEffect, useId, useState } from 'react';

/** Sections beside a submission. A narrow panel shows one at a time. */
export type Part = 'caption' | 'brief' | 'checks';
export type PartIds = Record<'brief' | 'checks', string>;

/** The open section, and the ids of those with a button. */
export function useParts() {
  const id = useId();
  const [open, setOpen] = useState<Part | null>(null);
  const openId = open === 'brief' || open === 'checks' ? `${id}-${open}` : null;
  useEffect(() => {
    // The video above has shrunk, so the top of the section may be behind it.
    if (openId !== null) document.getElementById(openId)?.scrollIntoView({ block: 'nearest' });
  }, [openId]);
  return { open, setOpen, ids: { brief: `${id}-brief`, checks: `${id}-checks` } satisfies PartIds };
}
