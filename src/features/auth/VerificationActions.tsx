import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ChangeEmailForm } from './ChangeEmailForm.tsx';
import { resendLink } from './resend-link.ts';

/** For a brand that hasn't got its link: another one, or another address. */
export function VerificationActions() {
  const [isChanging, setIsChanging] = useState(false);
  const { mutate, isPending } = useMutation({ mutationFn: resendLink });
  if (isChanging) return <ChangeEmailForm onClose={() => setIsChanging(false)} />;
  return (
    <>
      <Button loading={isPending} onClick={() => mutate()}>
        Send a new link
      </Button>
      <Button onClick={() => setIsChanging(true)} variant="default">
        Change email
      </Button>
    </>
  );
}
