import type { KeptDraft } from '#contract/worker/kept-drafts.ts';
import { megabytes, sizeText } from '#domain/drafts/file-size.ts';

/** "12 of 40 MB" */
const shareText = ({ haveBytes, sizeBytes }: KeptDraft): string | null =>
  sizeBytes === null || haveBytes === 0 ? null : `${megabytes(haveBytes)} of ${sizeText(sizeBytes)}`;

/** State of a draft on this device, for a list row. */
export function downloadText(kept: KeptDraft): string {
  if (kept.state === 'kept') return 'On this device';
  return shareText(kept) ?? 'Needs a connection';
}

/** The reason why a draft can't be watched offline; null if it can. */
export function missingText(kept: KeptDraft): string | null {
  if (kept.state === 'kept') return null;
  const share = shareText(kept);
  return share === null
    ? 'This draft isn’t on this device yet. Reconnect to watch it.'
    : `This draft isn’t on this device yet (${share}). Reconnect to watch it.`;
}
