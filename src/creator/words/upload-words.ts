import { megabytes } from '#domain/drafts/file-size.ts';
import type { UploadState } from '../upload/state.ts';

/** "2.5 of 12 MB" */
export const bytesText = (sent: number, total: number): string => `${megabytes(sent)} of ${megabytes(total)} MB`;

/** "about 2 min left"; in whole minutes if it's at least one minute. */
export function timeLeftText(seconds: number): string {
  if (seconds < 60) return `about ${Math.max(1, Math.round(seconds))} s left`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
}

/** Progress of a picked video, as a line below its name. */
export function uploadText(state: UploadState): string {
  switch (state.step) {
    case 'idle':
      return '';
    case 'checking':
      return 'Checking your video…';
    case 'preparing':
      return `Compressing video, ${Math.floor(state.fraction * 100)}%. Keep this page open.`;
    case 'uploading': {
      const bytes = bytesText(state.sentBytes, state.totalBytes);
      return state.secondsLeft === null ? bytes : `${bytes}, ${timeLeftText(state.secondsLeft)}`;
    }
    case 'waiting': {
      const why = state.why ?? 'No connection. The upload will continue when you’re back online.';
      return `${bytesText(state.sentBytes, state.totalBytes)}. ${why}`;
    }
    case 'paused':
      return `${bytesText(state.sentBytes, state.totalBytes)}, paused`;
    case 'done':
      return 'Uploaded. Tap the button below to send it to the brand.';
    case 'failed':
      return state.message;
  }
}

/** 0 to 100; null if there's no progress to show. */
export function uploadPercent(state: UploadState): number | null {
  if (state.step === 'preparing') return Math.floor(state.fraction * 100);
  if (state.step === 'done') return 100;
  return 'totalBytes' in state ? Math.floor((state.sentBytes / Math.max(1, state.totalBytes)) * 100) : null;
}
