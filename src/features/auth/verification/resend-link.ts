import { call } from '#api/client.ts';
import { ApiError } from '#api/error.ts';
import { sendEmailCode } from '#contract/account/auth.ts';
import { toastError, toastSuccess } from '#ui/toasts/toast.tsx';

/** Resends the verification link and reports the result; never rejects. */
export async function resendLink(): Promise<void> {
  try {
    await call(sendEmailCode, {});
    toastSuccess('Email verification link sent', { id: 'verify' });
  } catch (error) {
    // The login screen already explains that.
    if (error instanceof ApiError && error.code === 'session_ended') return;
    toastError('There was an error sending a new verification link. Please try again later.', {
      id: 'verify',
      // The server's message says how long to wait.
      ...(error instanceof ApiError && error.status === 429 ? { detail: error.message } : {}),
    });
  }
}
