import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '#api/client.ts';
import { ApiError, isServerError, messageOf } from '#api/error.ts';
import { isUnknownRecord } from '#api/meaning.ts';
import { requestLogOut } from '#app/session/log-out-request.ts';
import { verifyEmail } from '#contract/account/auth.ts';
import { getBrand } from '#contract/brand/brand.ts';
import { limits } from '#domain/shared/limits.ts';
import { toastError } from '#ui/toasts/toast.tsx';
import { dropLink, storeLink, type VerificationLink } from './kept-link.ts';
import { resendLink } from './resend-link.ts';
import { StatusScreen } from './StatusScreen.tsx';

interface Props {
  /** Both values are from the link, and both are required. */
  brandId: string | undefined;
  code: string | undefined;
  /** Called once the brand is verified, to continue on a new page. */
  onVerified: () => void;
  /** Called for an invalid link, to show the account's own screen. */
  onInvalidLink: () => void;
}

const failed = 'There was an error verifying your email. Please check your email for a new link to verify.';

/** True if the server has refused the link itself; anything else may succeed on retry. */
const isRefused = (error: unknown) => isServerError(error) && isUnknownRecord(error);

const isEnded = (error: unknown) => error instanceof ApiError && error.code === 'session_ended';

/**
 * Verifies the link. If the link was already used or the response was lost, this still succeeds for a verified brand.
 */
async function verify(link: VerificationLink): Promise<void> {
  // If the session has ended, the browser leaves this page, and the next login resumes with the link.
  storeLink(link);
  try {
    await call(verifyEmail, { body: { emailCode: link.code } });
  } catch (error) {
    if (isEnded(error)) throw error;
    const brand = await call(getBrand, { cacheControl: 'no-cache' }).catch(() => null);
    if (!brand?.data.emailVerified) throw error;
  }
}

/** Verifies the email address of the session's brand once with a mailed link, and continues. */
export function VerifyEmailScreen({ brandId, code, onVerified, onInvalidLink }: Props) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: verify,
    onSuccess: () => {
      dropLink();
      setTimeout(onVerified, limits.loginReloadMs);
    },
    onError: async (failure) => {
      if (!isRefused(failure)) return;
      dropLink();
      const sent = resendLink();
      window.alert(failed);
      onInvalidLink();
      await sent;
    },
  });
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    if (brandId && code) {
      mutate({ brandId, code });
      return;
    }
    toastError('Invalid verification link, brand id or code missing', { id: 'verify' });
    onInvalidLink();
  }, [brandId, code, mutate, onInvalidLink]);

  const canRetry = error !== null && !isPending && !isRefused(error) && !isEnded(error);
  const retry = () => brandId && code && mutate({ brandId, code });
  const logOut = () => {
    dropLink();
    requestLogOut();
  };
  return (
    <StatusScreen
      action={canRetry && <Button onClick={retry}>Try again</Button>}
      icon="mail"
      onBack={logOut}
      title={canRetry ? 'Email Not Verified' : 'Verifying Your Email'}
    >
      <span role="status">{canRetry ? messageOf(error) : 'One moment.'}</span>
    </StatusScreen>
  );
}
