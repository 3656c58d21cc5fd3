import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { isBrandSession, readSession } from '#api/session/session.ts';
import { LogoutDialog } from '#features/auth/logout/LogoutDialog.tsx';
import { VerifyByLinkScreen } from '#features/auth/verification/VerifyByLinkScreen.tsx';
import { VerifyEmailScreen } from '#features/auth/verification/VerifyEmailScreen.tsx';

const word = v.fallback(v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String))), undefined);

export const Route = createFileRoute('/verify/email')({
  validateSearch: v.object({ brand_id: word, code: word }),
  component: VerifyEmail,
});

/** Loads a new page, which drops data read before the brand was verified. */
const leave = () => window.location.assign('/');

function VerifyEmail() {
  const { brand_id: brandId, code } = Route.useSearch();
  const navigate = Route.useNavigate();
  // The session when the link was opened; later changes don't affect this page.
  const [session] = useState(readSession);
  const stay = () => void navigate({ to: '/', replace: true });
  const isOwn = isBrandSession(session) && session.brandId === brandId;
  if (brandId && code && !isOwn) {
    return <VerifyByLinkScreen isOther={session !== null} link={{ brandId, code }} onLeave={stay} />;
  }
  return (
    <>
      <VerifyEmailScreen brandId={brandId} code={code} onInvalidLink={stay} onVerified={leave} />
      <LogoutDialog />
    </>
  );
}
