import type { ChangeRequest } from '#contract/brand/offer.ts';
import { videoTime } from '#domain/review/video-time.ts';
import type { Mark } from '../player/Scrubber.tsx';

/** Timeline marks of remarks. */
export const marksOf = (remarks: readonly { id: string; atSeconds: number | null }[]): Mark[] =>
  remarks.flatMap(({ id, atSeconds }) =>
    atSeconds === null ? [] : [{ id, atSeconds, label: `Remark at ${videoTime(atSeconds)}` }],
  );

/** Timeline marks of the remarks in a request that was sent. */
export const marksOfRequest = (requested: ChangeRequest | null | undefined): Mark[] =>
  marksOf(requested?.notes?.map(({ atSeconds = null }, place) => ({ id: String(place), atSeconds })) ?? []);
