/** Timeout of `waitFor` and `findBy`, ms: giving up early on a busy machine proves nothing. */
export const asyncUtilTimeout = 30_000;
