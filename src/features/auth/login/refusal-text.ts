import { ApiError, errorTexts, messageOf } from '#api/error.ts';

/** Detail of a failure toast: the server's message, or advice to try again if the response was unreadable. */
export const refusalText = (error: unknown): string =>
  error instanceof ApiError && error.code === 'unreadable_answer' ? errorTexts.tryAgain : messageOf(error);
