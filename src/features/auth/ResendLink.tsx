import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { sendEmailCode } from '../../contract/auth.ts';
import { toastError, toastSuccess } from '../../ui/toast.tsx';

/** Sends the verification link once more. */
export function ResendLink() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(sendEmailCode, {}),
    onSuccess: () => toastSuccess('Email verification link sent', { id: 'verify' }),
    onError: () =>
      toastError('There was an error sending a new verification link. Please try again later.', { id: 'verify' }),
  });
  return (
    <Button loading={isPending} onClick={() => mutate()}>
      Send a new link
    </Button>
  );
}
