/** Distance after which a move's direction is clear, in px. */
const startPx = 10;
/** Swipes that start closer to the screen's edge belong to the browser or the system, in px. */
const edgePx = 24;
/** A swipe over this fraction of the width changes the submission, however slow. */
const farPart = 0.3;
/** A flick faster than this changes the submission, px per ms. */
const flickSpeed = 0.5;
/** Fraction of the finger's movement by which the card moves if there's no neighbor. */
const resistance = 0.25;

/** 1: the next submission, with a swipe to the left; -1: the previous one. */
export type Step = 1 | -1;

/** Position of a finger on the card. */
export interface Touch {
  x: number;
  y: number;
  atMs: number;
}

export const mayBegin = (x: number, widthPx: number): boolean => x >= edgePx && x <= widthPx - edgePx;

/** Direction of a move: `unclear` until the finger has moved far enough. */
export function directionOf(from: Touch, to: Touch): 'unclear' | 'across' | 'along' {
  const [dx, dy] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  if (Math.max(dx, dy) < startPx) return 'unclear';
  return dx > dy ? 'across' : 'along';
}

const stepOf = (dx: number): Step => (dx < 0 ? 1 : -1);

/** Distance by which the card follows the finger, in px. */
export function offsetOf(from: Touch, to: Touch, has: (step: Step) => boolean): number {
  const dx = to.x - from.x;
  return has(stepOf(dx)) ? dx : dx * resistance;
}

/** Step taken when the finger is lifted; null if the card returns. */
export function stepOfSwipe(from: Touch, to: Touch, widthPx: number): Step | null {
  const dx = to.x - from.x;
  const isFar = Math.abs(dx) > widthPx * farPart;
  const isFlick = Math.abs(dx) > startPx && Math.abs(dx) / Math.max(1, to.atMs - from.atMs) > flickSpeed;
  return isFar || isFlick ? stepOf(dx) : null;
}
