import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { call } from '#api/client.ts';
import { messageOf } from '#api/error.ts';
import { issuesOf } from '#api/issues.ts';
import { useOnline } from '#api/sync-status.ts';
import { changePassword } from '#contract/account/auth.ts';
import { entriesOf } from '#domain/shared/keys.ts';
import { Section } from '#ui/text/Section.tsx';
import { toastError, toastSuccess } from '#ui/toasts/toast.tsx';
import { useErrorToast } from '#ui/toasts/use-error-toast.ts';
import { changedPasswordSchema } from '../login/forms.ts';
import { NewPasswordFields } from '../login/NewPasswordFields.tsx';
import { PasswordField } from '../login/PasswordField.tsx';
import classes from './Security.module.css';
import { sessionsQuery } from './sessions.ts';

const empty = { current: '', password: '', confirmation: '' };

/** Changes the password, given the current one; this logs out the brand's other devices. */
export function ChangePassword() {
  const online = useOnline();
  const queryClient = useQueryClient();
  const { register, control, handleSubmit, formState, reset, setError } = useForm({
    resolver: valibotResolver(changedPasswordSchema),
    criteriaMode: 'all',
    defaultValues: empty,
  });
  const hideError = useErrorToast('password');
  const { mutate, isPending } = useMutation({
    onMutate: hideError,
    mutationFn: (body: { currentPassword: string; newPassword: string }) => call(changePassword, { body }),
    // A retry would use up one of the few attempts allowed for a wrong password.
    retry: false,
    onSuccess: () => {
      reset(empty);
      toastSuccess('Password changed. Other devices were logged out.', { id: 'password' });
      void queryClient.invalidateQueries(sessionsQuery());
    },
    onError: (error) => {
      const problems = entriesOf(issuesOf(error, { current: 'body.currentPassword', password: 'body.newPassword' }));
      for (const [name, message] of problems) setError(name, { message }, { shouldFocus: true });
      if (problems.length === 0)
        toastError('Couldn’t change your password', { detail: messageOf(error), id: 'password' });
    },
  });
  const { errors } = formState;
  const typed = useWatch({ control, name: 'password' });
  return (
    <Section title="Password">
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) =>
          void handleSubmit(({ current, password }) => mutate({ currentPassword: current, newPassword: password }))(
            event,
          )
        }
      >
        <PasswordField
          autoComplete="current-password"
          error={errors.current?.message}
          label="Current password"
          {...register('current')}
        />
        <NewPasswordFields
          confirmation={{ ...register('confirmation'), error: errors.confirmation?.message }}
          password={{ ...register('password'), error: errors.password?.message, label: 'New password' }}
          typed={typed}
        />
        <Button disabled={!online} loading={isPending} type="submit" variant="default">
          Change password
        </Button>
      </form>
    </Section>
  );
}
