import { call } from '#api/client.ts';
import { ApiError } from '#api/error.ts';
import { sendEmailCode } from '#contract/auth.ts';
import { toastError, toastSuccess } from '#ui/toast.tsx';

/** Has the verification link sent once more, and says what came of it; resolves in either case. */
export async function resendLink(): Promise<void> {
  try {
    await call(sendEmailCode, {});
    toastSuccess('Email verification link sent', { id: 'verify' });
  } catch (error) {
    // The login says it then.
    if (error instanceof ApiError && error.code === 'session_ended') return;
    toastError('There was an error sending a new verification link. Please try again later.', {
      id: 'verify',
      // The server's words say how long there is to wait.
      ...(error instanceof ApiError && error.status === 429 ? { detail: error.message } : {}),
    });
  }
}
