import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { resendLink } from './resend-link.ts';

// Lazy, since a form would add the login's code and styles to the dashboard's first files.
const ChangeEmailForm = lazyPart(async () => (await import('./ChangeEmailForm.tsx')).ChangeEmailForm);

/** Actions for a brand that hasn't received its link: resend it, or change the address. */
export function VerificationActions() {
  const [isChanging, setIsChanging] = useState(false);
  const { mutate, isPending } = useMutation({ mutationFn: resendLink });
  if (isChanging) {
    return (
      <Suspense>
        <ChangeEmailForm onClose={() => setIsChanging(false)} />
      </Suspense>
    );
  }
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
