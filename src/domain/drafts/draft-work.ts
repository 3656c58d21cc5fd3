/** Work of converting a video: millions of pixels that have to be decoded. */
export const conversionWork = (film: { width: number; height: number; frames: number }): number =>
  Math.ceil((film.width * film.height * film.frames) / 1_000_000);

/** Most work of a short draft, which never waits behind a long one: a minute of 4K at 30 frames a second. */
export const mostShortWork = 15_000;

/** Work that an offer may order in 24 hours, and so the most of one draft: 20 minutes of 4K at 60 frames a second. */
export const mostDailyWork = 600_000;
