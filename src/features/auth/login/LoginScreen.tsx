import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#api/client.ts';
import { adoptEarlyLogin } from '#app/session/early-login.ts';
import { login } from '#contract/account/auth.ts';
import { PageTitle } from '#ui/text/PageTitle.tsx';
import { toastError } from '#ui/toasts/toast.tsx';
import { useErrorToast } from '#ui/toasts/use-error-toast.ts';
import classes from '../AuthFrame.module.css';
import { AuthFrame } from '../AuthFrame.tsx';
import { RemainingDataNotice } from '../logout/RemainingDataNotice.tsx';
import { EmailField } from './EmailField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { refusalText } from './refusal-text.ts';
import { startSession } from './start-session.ts';

/** Email and password, with links to sign up or reset the password. */
export function LoginScreen() {
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(login.body),
    defaultValues: { email: '', password: '' },
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => adoptEarlyLogin(form.current), []);
  const hideError = useErrorToast('login');
  const { mutate, isPending, isSuccess } = useMutation({
    onMutate: hideError,
    mutationFn: (body: { email: string; password: string }) => call(login, { body }),
    onSuccess: ({ data }) => startSession(data),
    onError: (error) => toastError('Login failed', { detail: refusalText(error), id: 'login' }),
  });
  const { errors } = formState;
  return (
    <AuthFrame>
      <PageTitle title="Log in" />
      <RemainingDataNotice />
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => void handleSubmit((body) => mutate(body))(event)}
        ref={form}
      >
        <EmailField error={errors.email?.message} {...register('email')} />
        <PasswordField
          autoComplete="current-password"
          error={errors.password?.message}
          label="Password"
          {...register('password')}
        />
        <Button loading={isPending || isSuccess} type="submit">
          Log in
        </Button>
      </form>
      <nav aria-label="Account" className={classes.links}>
        <Link className={classes.link} to="/reset/request">
          Forgot Password
        </Link>
        <Link className={classes.link} to="/signup">
          Sign Up
        </Link>
      </nav>
    </AuthFrame>
  );
}
