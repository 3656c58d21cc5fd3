import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '#api/client.ts';
import { ApiError, messageOf } from '#api/error.ts';
import { issuesOf } from '#api/issues.ts';
import { useOnline } from '#api/sync-status.ts';
import { changeEmail, login } from '#contract/account/auth.ts';
import { isMissingEndpoint } from '#domain/intents/classify-response.ts';
import { toastError, toastSuccess } from '#ui/toasts/toast.tsx';
import { useErrorToast } from '#ui/toasts/use-error-toast.ts';
import classes from '../AuthFrame.module.css';
import { EmailField } from '../login/EmailField.tsx';
import { PasswordField } from '../login/PasswordField.tsx';
import { brandQuery } from '../queries.ts';

/** Changes an email address that isn't verified yet; the new address gets a link. */
export function ChangeEmailForm({ onClose }: { onClose: () => void }) {
  const online = useOnline();
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState, getValues, setError } = useForm({
    resolver: valibotResolver(login.body),
    defaultValues: { email: '', password: '' },
  });
  const hideError = useErrorToast('verify');
  const { mutate, isPending } = useMutation({
    onMutate: hideError,
    mutationFn: (body: { email: string; password: string }) => call(changeEmail, { body }),
    // The server limits wrong passwords, so don't use up a second attempt.
    retry: false,
    onSuccess: async () => {
      toastSuccess('Email changed', { detail: `We sent a link to ${getValues('email').trim()}.`, id: 'verify' });
      onClose();
      await queryClient.invalidateQueries(brandQuery());
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'email_taken')
        return setError('email', { message: error.message });
      const { password } = issuesOf(error, { password: 'body.password' });
      if (password !== undefined) return setError('password', { message: password }, { shouldFocus: true });
      const isMissing = error instanceof ApiError && isMissingEndpoint(error.status);
      const detail = isMissing
        ? 'This account’s email can’t be changed here. Sign up again with the right one.'
        : messageOf(error);
      toastError('Couldn’t change your email', { detail, id: 'verify' });
      // The address may have been verified in the meantime.
      await queryClient.invalidateQueries(brandQuery());
    },
  });
  const { errors } = formState;
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void handleSubmit((body) => mutate(body))(event)}>
      <EmailField autoComplete="email" error={errors.email?.message} label="New email" {...register('email')} />
      <PasswordField
        autoComplete="current-password"
        error={errors.password?.message}
        label="Password"
        {...register('password')}
      />
      <Button disabled={!online} loading={isPending} type="submit">
        Change email and send link
      </Button>
      <Button disabled={isPending} onClick={onClose} variant="default">
        Cancel
      </Button>
    </form>
  );
}
