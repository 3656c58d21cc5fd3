import '@mantine/core/styles/PasswordInput.layer.css';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error.ts';
import { writeSession } from '../../api/session.ts';
import { login } from '../../contract/auth.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { toastError } from '../../ui/toast.tsx';
import classes from './AuthFrame.module.css';
import { AuthFrame } from './AuthFrame.tsx';

const reloadMs = 1000;

/** E-mail and password. The page reloads a moment after a success: from there on it is the brand's. */
export function LoginScreen() {
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(login.body),
    defaultValues: { email: '', password: '' },
  });
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (body: { email: string; password: string }) => call(login, { body }),
    onSuccess: ({ data }) => {
      writeSession(data);
      setTimeout(() => window.location.reload(), reloadMs);
    },
    onError: (error) => toastError('Login failed', { detail: messageOf(error), id: 'login' }),
  });
  const { errors } = formState;
  return (
    <AuthFrame>
      <PageTitle title="Log in" />
      <form className={classes.form} noValidate onSubmit={(event) => void handleSubmit((body) => mutate(body))(event)}>
        <TextInput
          autoComplete="username"
          error={errors.email?.message}
          inputMode="email"
          label="Email"
          type="email"
          {...register('email')}
        />
        <PasswordInput
          autoComplete="current-password"
          error={errors.password?.message}
          label="Password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
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
