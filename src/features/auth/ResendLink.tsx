import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { resendLink } from './resend-link.ts';

/** Sends the verification link once more. */
export function ResendLink() {
  const { mutate, isPending } = useMutation({ mutationFn: resendLink });
  return (
    <Button loading={isPending} onClick={() => mutate()}>
      Send a new link
    </Button>
  );
}
