import type { ErrorCode } from '#contract/wire/error.ts';

/** Messages from a drawing process. */
export type PictureAnswer =
  | { isReady: true }
  | { sizeBytes: number }
  | { refused: { code: ErrorCode; message: string } | null };

/** Paths of the input and output files. */
export interface PictureOrder {
  from: string;
  to: string;
}
