import { useKeptDraft } from '#app/device/kept-drafts.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from './KeptDraftNote.module.css';
import { downloadText } from './submission/kept-words.ts';

/** Note in a row on whether the draft can be watched offline; renders nothing if that's unknown. */
export function KeptDraftNote({ offer }: { offer: Offer }) {
  const kept = useKeptDraft(offer);
  if (kept === null) return null;
  return (
    <span className={classes.note}>
      <Icon name={kept.state === 'kept' ? 'device' : 'offline'} size={16} />
      {downloadText(kept)}
    </span>
  );
}
