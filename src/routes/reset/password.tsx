import { createFileRoute, redirect } from '@tanstack/react-router';
import { useCallback } from 'react';
import * as v from 'valibot';
import { readSession } from '#api/session/session.ts';
import { ResetPasswordScreen } from '#features/auth/reset/ResetPasswordScreen.tsx';

const word = v.fallback(v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String))), undefined);

export const Route = createFileRoute('/reset/password')({
  validateSearch: v.object({ brandId: word, code: word }),
  beforeLoad: () => {
    if (readSession() !== null) throw redirect({ to: '/', replace: true });
  },
  component: ResetPassword,
});

function ResetPassword() {
  const { brandId, code } = Route.useSearch();
  const navigate = Route.useNavigate();
  const leave = useCallback(() => void navigate({ to: '/', replace: true }), [navigate]);
  return <ResetPasswordScreen brandId={brandId} code={code} onDone={leave} />;
}
