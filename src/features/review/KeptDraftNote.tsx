import { useKeptDraft } from '#app/device/kept-drafts.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from './KeptDraftNote.module.css';
import { keptText } from './submission/kept-words.ts';

/** Says in a row whether its draft can be watched without a network; nothing where that isn't known. */
export function KeptDraftNote({ offer }: { offer: Offer }) {
  const kept = useKeptDraft(offer);
  if (kept === null) return null;
  return (
    <span className={classes.note}>
      <Icon name={kept.state === 'kept' ? 'device' : 'offline'} size={16} />
      {keptText(kept)}
    </span>
  );
}
