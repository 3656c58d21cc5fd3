import { ApiError, errorTexts, messageOf } from '../../api/error.ts';

/** What a toast says beside "failed": the server's words, or to try again where it answered with nothing to go by. */
export const refusalText = (error: unknown): string =>
  error instanceof ApiError && error.code === 'unreadable_answer' ? errorTexts.tryAgain : messageOf(error);
