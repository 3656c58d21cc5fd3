import { createFileRoute, redirect } from '@tanstack/react-router';
import { readSession } from '../../api/session.ts';
import { ResetScreen } from '../../features/auth/ResetScreen.tsx';

export const Route = createFileRoute('/reset/request')({
  beforeLoad: () => {
    if (readSession() !== null) throw redirect({ to: '/', replace: true });
  },
  component: ResetScreen,
});
