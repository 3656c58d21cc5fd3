import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { messageOf } from '#api/error.ts';
import { isUnknownRecord, needsSession } from '#api/meaning.ts';
import { verifyEmailByLink } from '#contract/account/auth.ts';
import { limits } from '#domain/shared/limits.ts';
import { toastInfo } from '#ui/toasts/toast.tsx';
import { storeLink, type VerificationLink } from './kept-link.ts';
import { StatusScreen } from './StatusScreen.tsx';

interface Props {
  link: VerificationLink;
  /** True while a different brand is logged in here, which stays logged in. */
  isOther: boolean;
  /** Called to open the login, or the app if a brand is logged in. */
  onLeave: () => void;
}

/**
 * Verifies the email address of the brand in a mailed link, when that brand isn't logged in. It requires a tap, since
 * email scanners open links and run their scripts.
 */
export function VerifyByLinkScreen({ link, isOther, onLeave }: Props) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: ({ brandId, code }: VerificationLink) =>
      call(verifyEmailByLink, { body: { brandId, emailCode: code } }),
    onError: (failure) => {
      // A server that only has the specification's endpoint requires a session.
      if (!needsSession(failure) || isOther) return;
      storeLink(link);
      toastInfo('Log in to verify your email.', { id: 'verify', durationMs: limits.closableToastMs });
      onLeave();
    },
  });
  const verify = () => mutate(link);

  return (
    <StatusScreen
      action={action()}
      back={isOther ? 'Back to your dashboard' : data && 'Log in here'}
      icon={data ? 'check' : 'mail'}
      isDone={data !== undefined}
      onBack={onLeave}
      title={titleText()}
    >
      <span role="status">{words()}</span>
    </StatusScreen>
  );

  function action() {
    if (data || (error !== null && isAnswered(error))) return null;
    return (
      <Button loading={isPending} onClick={verify}>
        {error === null ? 'Verify email' : 'Try again'}
      </Button>
    );
  }

  function titleText(): string {
    if (data) return 'Email Verified';
    if (isPending) return 'Verifying Your Email';
    return error === null ? 'Verify Your Email' : 'Email Not Verified';
  }

  function words(): string {
    if (isPending) return 'One moment.';
    if (data && isOther) {
      return `${data.data.brandName}’s email is verified. You’re still logged in with a different account.`;
    }
    if (data) {
      return `${data.data.brandName}’s email is verified. If you have Afield on your home screen, go back to it. It continues within 15 seconds.`;
    }
    if (error === null) return 'Press the button to verify your email.';
    if (needsSession(error))
      return 'This link is for a different account. Log in to that account, then open the link again.';
    if (isAnswered(error)) {
      return `There was an error verifying your email. Log in ${isOther ? 'to that account ' : ''}to send a new link.`;
    }
    return messageOf(error);
  }
}

/** True for final failures: an invalid link stays invalid, but anything else may succeed on retry. */
const isAnswered = (error: Error) => needsSession(error) || isUnknownRecord(error);
