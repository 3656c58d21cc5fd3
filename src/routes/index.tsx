import { createFileRoute, redirect } from '@tanstack/react-router';
import { readSession } from '#api/session/session.ts';
import { consumeDestination } from '#app/session/destination.ts';
import { LoginScreen } from '#features/auth/login/LoginScreen.tsx';
import { consumeLink } from '#features/auth/verification/kept-link.ts';

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    if (readSession() === null) return;
    const link = consumeLink();
    if (link !== null) {
      const search = { brand_id: link.brandId, code: link.code };
      throw redirect({ to: '/verify/email', search, replace: true });
    }
    throw redirect({ href: consumeDestination(), replace: true });
  },
  component: LoginScreen,
});
