/** Cost of converting a video, in megapixels to decode. */
export const conversionWork = (film: { width: number; height: number; frames: number }): number =>
  Math.ceil((film.width * film.height * film.frames) / 1_000_000);

/** Maximum cost of a short draft, which never queues behind a long one: a minute of 4K at 30 frames per second. */
export const maxShortWork = 15_000;

/** Maximum cost per offer in 24 hours, and therefore of one draft: 20 minutes of 4K at 60 frames per second. */
export const maxDailyWork = 600_000;
