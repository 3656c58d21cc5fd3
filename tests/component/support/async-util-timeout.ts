/** Timeout of `waitFor` and `findBy`, ms: the whole app is slow while other tests run beside it. */
export const asyncUtilTimeout = 10_000;
