import { createFileRoute, redirect } from '@tanstack/react-router';
import { takeDestination } from '../api/destination.ts';
import { readSession } from '../api/session.ts';
import { LoginScreen } from '../features/auth/LoginScreen.tsx';

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    if (readSession() !== null) throw redirect({ href: takeDestination(), replace: true });
  },
  component: LoginScreen,
});
