import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { call } from '#api/client.ts';
import { requestPasswordReset } from '#contract/account/auth.ts';
import { limits } from '#domain/shared/limits.ts';
import { PageTitle } from '#ui/text/PageTitle.tsx';
import { toastError, toastSuccess } from '#ui/toasts/toast.tsx';
import { useErrorToast } from '#ui/toasts/use-error-toast.ts';
import classes from '../AuthFrame.module.css';
import { AuthFrame } from '../AuthFrame.tsx';
import { EmailField } from '../login/EmailField.tsx';
import { resetRequestSchema } from '../login/forms.ts';

/** Sends a link for setting a new password, if the email address is known. */
export function ResetRequestScreen() {
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(resetRequestSchema),
    defaultValues: { email: '' },
  });
  const hideError = useErrorToast('reset');
  const { mutate, isPending } = useMutation({
    onMutate: hideError,
    mutationFn: (body: { email: string }) => call(requestPasswordReset, { body }),
    onSuccess: () =>
      toastSuccess('Check your email for a link to reset!', { id: 'reset', durationMs: limits.closableToastMs }),
    onError: () => toastError('Something went wrong. Please try again.', { id: 'reset' }),
  });
  return (
    <AuthFrame>
      <div>
        <PageTitle title="Forgot Password" />
        <p className={classes.lead}>We’ll email you a link to set a new password.</p>
      </div>
      <form className={classes.form} noValidate onSubmit={(event) => void handleSubmit((body) => mutate(body))(event)}>
        <EmailField error={formState.errors.email?.message} {...register('email')} />
        <Button loading={isPending} type="submit">
          Send link
        </Button>
      </form>
      <nav aria-label="Account" className={classes.links}>
        <Link className={classes.link} to="/">
          Back to Login
        </Link>
      </nav>
    </AuthFrame>
  );
}
