import type { ErrorCode } from '#contract/wire/error.ts';

/** Messages of a process that draws. */
export type PictureAnswer =
  | { isReady: true }
  | { sizeBytes: number }
  | { refused: { code: ErrorCode; message: string } | null };

/** Paths of the file to draw, and of the one to make of it. */
export interface PictureOrder {
  from: string;
  to: string;
}
