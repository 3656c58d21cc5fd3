import { ApiError, errorTexts, messageOf } from '#api/error.ts';

/** Text of a toast beside "failed": the server's words, or to try again where it answered with nothing to go by. */
export const refusalText = (error: unknown): string =>
  error instanceof ApiError && error.code === 'unreadable_answer' ? errorTexts.tryAgain : messageOf(error);
