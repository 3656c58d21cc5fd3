/** Timeout of `waitFor` and `findBy`, ms: long enough for a busy machine. */
export const asyncUtilTimeout = 30_000;
