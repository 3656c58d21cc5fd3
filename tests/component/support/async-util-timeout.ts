/** Time that `waitFor` and `findBy` give, ms: a whole app takes its time where other tests run beside it. */
export const asyncUtilTimeout = 10_000;
