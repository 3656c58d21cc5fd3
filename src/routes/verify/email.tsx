import { createFileRoute, redirect } from '@tanstack/react-router';
import * as v from 'valibot';
import { readSession } from '../../api/session.ts';
import { VerifyEmailScreen } from '../../features/auth/VerifyEmailScreen.tsx';
import { toastInfo } from '../../ui/toast.tsx';

const word = v.fallback(v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String))), undefined);

export const Route = createFileRoute('/verify/email')({
  validateSearch: v.object({ brand_id: word, code: word }),
  beforeLoad: () => {
    if (readSession() !== null) return;
    toastInfo('Log in, then open the link again.', { id: 'verify', durationMs: 10_000 });
    throw redirect({ to: '/', replace: true });
  },
  component: VerifyEmail,
});

/** By a fresh page: what was read of the brand before it was verified is gone. */
const leave = () => window.location.assign('/');

function VerifyEmail() {
  const { brand_id, code } = Route.useSearch();
  const navigate = Route.useNavigate();
  const complete = Boolean(brand_id && code);
  return (
    <VerifyEmailScreen
      brandId={brand_id}
      code={code}
      onLeave={complete ? leave : () => void navigate({ to: '/', replace: true })}
    />
  );
}
