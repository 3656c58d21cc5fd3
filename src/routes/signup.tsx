import { createFileRoute, redirect } from '@tanstack/react-router';
import { readSession } from '#api/session/session.ts';
import { SignupScreen } from '#features/auth/login/SignupScreen.tsx';

export const Route = createFileRoute('/signup')({
  beforeLoad: () => {
    if (readSession() !== null) throw redirect({ to: '/', replace: true });
  },
  component: SignupScreen,
});
