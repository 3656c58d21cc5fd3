import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { sendEmailCode, verifyEmail } from '../../contract/auth.ts';
import { limits } from '../../domain/limits.ts';
import { toastError } from '../../ui/toast.tsx';
import { dropLink, keepLink, type VerificationLink } from './kept-link.ts';
import { StatusScreen } from './StatusScreen.tsx';

interface Props {
  /** Of the link; without both of them it is of no use. */
  brandId: string | undefined;
  code: string | undefined;
  onLeave: () => void;
}

const failed = 'There was an error verifying your email. Please check your email for a new link to verify.';

/** Verifies the e-mail of the session's brand by the link of a mail, once, and goes on. */
export function VerifyEmailScreen({ brandId, code, onLeave }: Props) {
  const { mutate } = useMutation({
    mutationFn: (link: VerificationLink) => {
      // A session that turns out to be over takes this page along: the next login goes on with the link.
      keepLink(link);
      return call(verifyEmail, { body: { emailCode: link.code } });
    },
    onSuccess: () => {
      dropLink();
      setTimeout(onLeave, limits.loginReloadMs);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'session_ended') return;
      dropLink();
      // The new link is what the alert speaks of; a failure to send it is told by the screen behind it, which can resend.
      void call(sendEmailCode, {}).catch(() => undefined);
      window.alert(failed);
      onLeave();
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
    onLeave();
  }, [brandId, code, mutate, onLeave]);
  return (
    <StatusScreen icon="mail" onBack={onLeave} title="Verifying Your Email">
      One moment.
    </StatusScreen>
  );
}
