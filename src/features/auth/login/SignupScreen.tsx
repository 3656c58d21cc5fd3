import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { call } from '#api/client.ts';
import { useOnline } from '#api/sync-status.ts';
import { signup } from '#contract/account/auth.ts';
import { Icon } from '#ui/media/icons.tsx';
import { PageTitle } from '#ui/text/PageTitle.tsx';
import { toastError } from '#ui/toasts/toast.tsx';
import { useErrorToast } from '#ui/toasts/use-error-toast.ts';
import classes from '../AuthFrame.module.css';
import { AuthFrame } from '../AuthFrame.tsx';
import { EmailField } from './EmailField.tsx';
import { signupSchema } from './forms.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { refusalText } from './refusal-text.ts';
import { startSession } from './start-session.ts';

/** Sign-up form; the link to verify the email address is sent by email. */
export function SignupScreen() {
  const { register, control, handleSubmit, formState } = useForm({
    resolver: valibotResolver(signupSchema),
    // By default, the check that the two fields match only runs once all others pass.
    criteriaMode: 'all',
    defaultValues: { name: '', email: '', password: '', confirmation: '' },
  });
  const hideError = useErrorToast('signup');
  const { mutate, isPending, isSuccess } = useMutation({
    onMutate: hideError,
    mutationFn: (body: { name: string; email: string; password: string }) => call(signup, { body }),
    onSuccess: ({ data }) => startSession(data),
    onError: (error) => toastError('Signup failed', { detail: refusalText(error), id: 'signup' }),
  });
  const { errors } = formState;
  const typed = useWatch({ control, name: 'password' });
  const online = useOnline();
  return (
    <AuthFrame>
      <PageTitle title="Sign Up" />
      {!online && (
        <p className={classes.note} role="status">
          <Icon name="offline" size={20} />
          Connect to the internet to sign up.
        </p>
      )}
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => void handleSubmit(({ name, email, password }) => mutate({ name, email, password }))(event)}
      >
        <TextInput autoComplete="organization" error={errors.name?.message} label="Brand name" {...register('name')} />
        <EmailField error={errors.email?.message} {...register('email')} />
        <NewPasswordFields
          confirmation={{ ...register('confirmation'), error: errors.confirmation?.message }}
          password={{ ...register('password'), error: errors.password?.message }}
          typed={typed}
        />
        <Button loading={isPending || isSuccess} type="submit">
          Sign Up
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
