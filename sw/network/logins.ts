import type { BrandSession } from '#contract/account/auth.ts';
import type { Lineage } from '#sw/database/pair-order.ts';
import type { SessionRow } from '#sw/database/schema.ts';
import { forgetSessionCopy, readSessionCopy, storeNewerSession } from '#sw/database/session-copy.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';

interface Kept {
  row: SessionRow;
  isLogin: boolean;
}

/** A page's session that isn't stored yet. */
interface Coming {
  readonly brandId: string;
  hasLeft: boolean;
}

export interface LoginEvents {
  /** Called when a page has sent a session of this brand. */
  onOffered(brandId: string): Promise<void>;
  /** Called before a different brand's session is stored. Never rejects. */
  onNewBrand(brandId: string): Promise<void>;
  /** Reports which brand is logged in now, or null if none is; also called after a login that couldn't be stored. */
  onSettled(brandId: string | null): void;
  onChange(): void;
  /** Called when another brand has logged in, or the previous one has logged out. */
  onReplaced(): Promise<unknown>;
}

export interface Logins {
  /** Stores a page's session if it is newer than the stored one; null if the brand has logged out in the meantime. */
  keep(session: BrandSession, lineage: Lineage): Promise<Kept | null>;
  /** Drops a brand's logins that aren't stored yet, since it has logged out. Without an id, drops all logins. */
  leave(brandId?: string): void;
}

/** Stores the sessions that pages send. */
export function createLogins({ outbox }: Pick<Runtime, 'outbox'>, events: LoginEvents): Logins {
  let keeping: Promise<unknown> = Promise.resolve();
  /** Logins that are being stored. The storage may hang, and they must not undo a logout in the meantime. */
  const coming = new Set<Coming>();

  async function keepNow(session: BrandSession, lineage: Lineage, login: Coming): Promise<Kept | null> {
    await events.onOffered(session.brandId);
    const known = await readSessionCopy(outbox);
    // Call this before storing: a worker that is stopped in between must not find the new session beside another brand's data.
    if (known?.session.brandId !== session.brandId && !login.hasLeft) await events.onNewBrand(session.brandId);
    const isStill = () => !login.hasLeft;
    const kept = await storeNewerSession(outbox, session, { ...lineage, isStill }).catch((error: unknown) => {
      events.onSettled(known?.session.brandId ?? null);
      throw error;
    });
    if (kept === null) {
      // Delete the previous session, too, since this login had replaced it in the browser.
      await forgetSessionCopy(outbox);
      events.onSettled(null);
      return null;
    }
    const { row, before } = kept;
    // Call this even if the row is unchanged, since an earlier write that timed out may still have been stored.
    events.onSettled(session.brandId);
    const isOther = before !== null && before.session.brandId !== session.brandId;
    if (row !== before) events.onChange();
    if (isOther) await events.onReplaced();
    return { row, isLogin: before === null || isOther || (before.expired && !row.expired) };
  }

  /** Stores one login at a time: with two brands at once, records admitted for one could be stored for the other. */
  function keep(session: BrandSession, lineage: Lineage): Promise<Kept | null> {
    const login: Coming = { brandId: session.brandId, hasLeft: false };
    coming.add(login);
    const kept = keeping.then(() => keepNow(session, lineage, login)).finally(() => coming.delete(login));
    keeping = kept.catch(() => undefined);
    return kept;
  }

  return {
    keep,
    leave(brandId) {
      for (const login of coming) login.hasLeft ||= brandId === undefined || login.brandId === brandId;
    },
  };
}
