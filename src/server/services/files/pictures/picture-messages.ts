import type { ErrorCode } from '#contract/wire/error.ts';

/** Messages from a drawing process. */
export type PictureResult =
  | { isReady: true }
  | { sizeBytes: number }
  | { refused: { code: ErrorCode; message: string } | null };

/** Paths of the input and output files. */
export interface PictureJob {
  from: string;
  to: string;
}
