import { useKeptDraft } from '#app/device/kept-drafts.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from './KeptDraftNote.module.css';
import { downloadText } from './submission/kept-words.ts';

/** Shows in a row if its draft can be watched offline; nothing if that's unknown. */
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
