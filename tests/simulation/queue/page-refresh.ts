import * as v from 'valibot';
import { type BrandSession, refreshBrand } from '#contract/account/auth.ts';
import { lockNames } from '#contract/account/device.ts';
import type { PageMessage } from '#contract/worker/worker-message.ts';
import type { FakePhone } from '#tests/support/worker/fake-phone.ts';
import type { LocalSession } from '#tests/support/worker/local-session.ts';

/** Timeout of the worker's reply, ms. */
const replyMs = 1000;

interface Deps {
  local: LocalSession;
  say(message: PageMessage, ms: number): Promise<unknown>;
  /** True if the page is closed, or its brand has logged out. */
  isOver(): boolean;
}

let pages = 0;

/**
 * Refreshes a page's session by the rules of `api/session/refresh.ts`. Resolves to true if there is another access
 * token afterwards.
 */
export function createPageRefresh(phone: FakePhone, { local, say, isOver }: Deps) {
  pages += 1;
  const locks = phone.locks.of(`page-${pages}`);
  const isOther = (refusedToken: string) => local.read().session.accessToken !== refusedToken;

  async function exchange({ brandId, refreshToken }: BrandSession): Promise<BrandSession | null> {
    const body = JSON.stringify({ brandId, refreshToken });
    const answer = await phone.fetch(refreshBrand.path, { method: 'POST', body }).catch(() => null);
    const parsed = v.safeParse(
      refreshBrand.answer,
      answer?.status === 200 ? await answer.json().catch(() => null) : null,
    );
    return parsed.success ? parsed.output : null;
  }

  async function refreshed(refusedToken: string): Promise<boolean> {
    if (isOver()) return false;
    if (isOther(refusedToken)) return true;
    await say(local.message(), replyMs);
    if (isOver() || isOther(refusedToken)) return !isOver();
    const { session } = local.read();
    const successor = await exchange(session);
    if (isOver()) return false;
    if (local.read().session.refreshToken !== session.refreshToken) return true;
    if (successor === null) return false;
    local.write(successor);
    await say({ ...local.message(), replaced: session.accessToken }, replyMs);
    return true;
  }

  return (refusedToken: string): Promise<boolean> =>
    locks.request(lockNames.session, {}, () => refreshed(refusedToken));
}
