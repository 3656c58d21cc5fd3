import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { call } from '#api/client.ts';
import { resetPassword } from '#contract/account/auth.ts';
import { limits } from '#domain/shared/limits.ts';
import { PageTitle } from '#ui/text/PageTitle.tsx';
import { toastError, toastSuccess } from '#ui/toasts/toast.tsx';
import { useErrorToast } from '#ui/toasts/use-error-toast.ts';
import classes from '../AuthFrame.module.css';
import { AuthFrame } from '../AuthFrame.tsx';
import { newPasswordSchema } from '../login/forms.ts';
import { NewPasswordFields } from '../login/NewPasswordFields.tsx';
import { refusalText } from '../login/refusal-text.ts';

interface Props {
  /** Both values are from the link, and both are required. */
  brandId: string | undefined;
  code: string | undefined;
  onDone: () => void;
}

/** Sets a new password with the link from an email. */
export function ResetPasswordScreen({ brandId, code, onDone }: Props) {
  const { register, control, handleSubmit, formState } = useForm({
    resolver: valibotResolver(newPasswordSchema),
    // By default, the check that the two fields match only runs once all others pass.
    criteriaMode: 'all',
    defaultValues: { password: '', confirmation: '' },
  });
  const typed = useWatch({ control, name: 'password' });
  const hideError = useErrorToast('reset');
  const { mutate, isPending, isSuccess } = useMutation({
    onMutate: hideError,
    mutationFn: (password: string) =>
      call(resetPassword, { body: { brandId: brandId ?? '', resetCode: code ?? '', password } }),
    onSuccess: () => {
      toastSuccess('Your new password has been successfuly created. Please log back in.', {
        id: 'reset',
        durationMs: limits.closableToastMs,
      });
      setTimeout(onDone, limits.logoutRedirectMs);
    },
    onError: (error) => toastError('Reset password failed', { detail: refusalText(error), id: 'reset' }),
  });
  const broken = !brandId || !code;
  useEffect(() => {
    if (!broken) return;
    toastError('Invalid reset password link', { detail: 'Please request a new link.', id: 'reset-link' });
    onDone();
  }, [broken, onDone]);
  if (broken) return null;
  const { errors } = formState;
  return (
    <AuthFrame>
      <PageTitle title="New Password" />
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => void handleSubmit(({ password }) => mutate(password))(event)}
      >
        <NewPasswordFields
          confirmation={{ ...register('confirmation'), error: errors.confirmation?.message }}
          password={{ ...register('password'), error: errors.password?.message }}
          typed={typed}
        />
        <Button loading={isPending || isSuccess} type="submit">
          Save password
        </Button>
      </form>
    </AuthFrame>
  );
}
