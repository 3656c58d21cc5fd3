import { endpoints } from '#contract/calls/endpoints.ts';
import { changeEmail } from '#server/services/accounts/change-email.ts';
import { changePassword } from '#server/services/accounts/change-password.ts';
import { requestPasswordReset, resetPassword } from '#server/services/accounts/password-reset.ts';
import { endSessionOfToken, endSessions, readSessions } from '#server/services/accounts/sessions/session-list.ts';
import { logIn, refreshSession } from '#server/services/accounts/sessions/sessions.ts';
import { signUp } from '#server/services/accounts/sign-up.ts';
import { sendVerification, verifyEmail, verifyEmailByLink } from '#server/services/accounts/verification.ts';
import { endAdminSessionOfToken, refreshAdminSession } from '#server/services/admin/sessions.ts';
import type { HttpDeps } from '../deps.ts';
import type { Router } from '../router.ts';

export function mountAuth(router: Router, deps: HttpDeps): void {
  const { now } = deps;
  router.open(endpoints.login, async ({ body, caller }) => {
    const session = await logIn(deps, { ...body, ...caller });
    deps.mail.wake();
    return session;
  });
  router.open(endpoints.refreshBrand, ({ body }) => refreshSession(deps, body.brandId, body.refreshToken));
  router.open(endpoints.refreshAdmin, ({ body }) => refreshAdminSession(deps, body.adminUserId, body.refreshToken));
  router.open(endpoints.logoutAdmin, async ({ body }) => {
    await endAdminSessionOfToken(deps, body);
    return {};
  });
  router.open(endpoints.signup, async ({ body, caller }) => {
    const session = await signUp(deps, { ...body, ...caller });
    deps.mail.wake();
    return session;
  });

  router.open(endpoints.requestPasswordReset, async ({ body, caller }) => {
    await requestPasswordReset(deps, { email: body.email, address: caller.address });
    deps.mail.wake();
    return {};
  });
  router.open(endpoints.resetPassword, async ({ body, caller }) => {
    await resetPassword(deps, { ...body, address: caller.address });
    deps.mail.wake();
    return {};
  });
  router.openWith('brandId', endpoints.verifyEmailByLink, ({ body, caller }) =>
    verifyEmailByLink(deps, { ...body, address: caller.address }),
  );
  router.brand(endpoints.verifyEmail, async ({ scope, body }) => {
    await verifyEmail(deps, scope, body.emailCode);
    return {};
  });
  router.brand(endpoints.sendEmailCode, async ({ scope }) => {
    await sendVerification(deps, scope);
    deps.mail.wake();
    return {};
  });

  router.brand(endpoints.changeEmail, async ({ scope, body, caller }) => {
    await changeEmail(deps, scope, { ...body, address: caller.address });
    deps.mail.wake();
    return {};
  });
  router.brand(endpoints.changePassword, async ({ brand, body }) => {
    await changePassword(deps, brand, body);
    deps.mail.wake();
    return {};
  });
  router.brand(endpoints.listSessions, ({ brand, scope }) => readSessions(scope, brand.sessionId, now()));
  router.openWith('refreshToken', endpoints.logoutByToken, async ({ body }) => {
    await endSessionOfToken(deps, body);
    return {};
  });
  router.brand(endpoints.logout, async ({ brand, scope }) => {
    await endSessions(scope.db, brand.id, { now: now(), only: brand.sessionId });
    return {};
  });
  router.brand(endpoints.logoutEverywhere, async ({ brand, scope }) => {
    await endSessions(scope.db, brand.id, { now: now(), but: brand.sessionId });
    return {};
  });
}
