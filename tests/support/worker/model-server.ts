import type { BrandSession } from '../../../src/contract/auth.ts';
import type { Offer } from '../../../src/contract/offer.ts';
import { stageAfterAccept, stageAfterReject } from '../../../src/domain/offer-transitions.ts';
import { paginate } from '../../../src/domain/pagination.ts';
import { aBrand } from '../../component/support/examples.ts';
import { aCampaign, aFulfillment, anOffer } from '../../unit/domain/examples.ts';
import type { WireAnswer, WireRequest } from './fake-network.ts';

const accessMs = 15 * 60_000;

/** What the server changed by a decision. */
export interface Applied {
  actionId: string;
  /** By whose token. */
  brandId: string;
  offerId: string;
  fulfillmentId: string;
  decision: 'approve' | 'reject';
}

interface StoredOffer {
  brandId: string;
  offer: Offer;
  revision: number;
}
interface Family {
  brandId: string;
  /** The generation of the newest pair of tokens. */
  newest: number;
  revoked: boolean;
  /** When each generation's access token was given out, ms. */
  issuedAt: number[];
  /** The first generation whose access token is taken. */
  accessFrom: number;
}

const error = (status: number, code: string, extra: object = {}, headers?: Record<string, string>): WireAnswer => ({
  status,
  body: { code, message: `Refused: ${code}`, ...extra },
  ...(headers ? { headers } : {}),
});

export interface ModelServer {
  serve(request: WireRequest): WireAnswer;
  logIn(brandId: string): BrandSession;
  /** Ends all sessions of a brand. */
  revoke(brandId: string): void;
  /** No access token given out so far is taken any more; refresh tokens are. */
  expireAccess(): void;
  addOffer(brandId: string, id: string): void;
  /** The creator hands in something new, whatever the stage. */
  resubmit(offerId: string): void;
  /** Takes an offer out, and tells nobody. */
  lose(offerId: string): void;
  /** Whether the server has a feed of changes: the specification alone asks for none. */
  setFeed(feed: 'there' | 'none'): void;
  /** No cursor given out so far is taken any more. */
  expireCursors(): void;
  offer(id: string): Offer;
  applied: readonly Applied[];
  /** Decisions that arrived, with whose token they came: also those that were refused, or repeated. */
  heard: readonly { actionId: string; brandId: string | null; offerId: string }[];
  /** Everything else that was asked for. */
  asked: readonly string[];
}

/** A provider's server as small as the queue needs it, with the rules of the real one: keys, conditions, rotation, scope. */
export function createModelServer({
  now,
  onApplied = () => undefined,
}: {
  now(): number;
  onApplied?(applied: Applied): void;
}): ModelServer {
  const offers = new Map<string, StoredOffer>();
  const families: Family[] = [];
  const keys = new Map<string, { request: string; answer: Offer }>();
  const applied: Applied[] = [];
  const heard: { actionId: string; brandId: string | null; offerId: string }[] = [];
  const asked: string[] = [];
  let revision = 1;
  let submitted = 0;
  let feed: 'there' | 'none' = 'there';
  let expiredBefore = 0;

  const iso = () => new Date(now()).toISOString();

  function sessionOf(family: number, generation: number): BrandSession {
    const { brandId, issuedAt } = families[family] as Family;
    const expiresAt = (issuedAt[generation] ?? 0) + accessMs;
    return {
      brandId,
      accessToken: `access-${family}-${generation}`,
      refreshToken: `refresh-${family}-${generation}`,
      accessTokenExpiration: new Date(expiresAt).toISOString(),
    };
  }

  function logIn(brandId: string): BrandSession {
    families.push({ brandId, newest: 0, revoked: false, issuedAt: [now()], accessFrom: 0 });
    return sessionOf(families.length - 1, 0);
  }

  /** The brand of a login: its id before the `@`. */
  const brandOfLogin = (body: string) => (JSON.parse(body) as { email: string }).email.replace(/@.*/, '');

  function brandOf(headers: Headers): string | null {
    const [, index, generation] = /^Bearer access-(\d+)-(\d+)$/.exec(headers.get('Authorization') ?? '') ?? [];
    const family = families[Number(index)];
    const issuedAt = family?.issuedAt[Number(generation)];
    if (family === undefined || issuedAt === undefined || family.revoked) return null;
    return Number(generation) < family.accessFrom || now() >= issuedAt + accessMs ? null : family.brandId;
  }

  function refresh(body: string): WireAnswer {
    const { brandId, refreshToken } = JSON.parse(body) as { brandId: string; refreshToken: string };
    const [, index, given] = /^refresh-(\d+)-(\d+)$/.exec(refreshToken) ?? [];
    const family = families[Number(index)];
    const behind = (family?.newest ?? 0) - Number(given);
    if (family === undefined || family.revoked || family.brandId !== brandId || behind < 0) {
      return error(401, 'invalid_refresh_token');
    }
    if (behind > 1) {
      family.revoked = true;
      return error(401, 'invalid_refresh_token');
    }
    if (behind === 0) {
      family.newest += 1;
      // Never two of one millisecond: which of a brand's pairs is the newer has to be told by it.
      family.issuedAt.push(Math.max(now(), (family.issuedAt.at(-1) ?? 0) + 1));
    }
    return { status: 200, body: sessionOf(Number(index), family.newest) };
  }

  function change(id: string, part: Partial<Offer>): Offer {
    const stored = offers.get(id);
    if (stored === undefined) throw new Error(`No offer ${id}`);
    revision += 1;
    const offer = { ...stored.offer, ...part, updatedAt: iso() };
    offers.set(id, { ...stored, offer, revision });
    return offer;
  }

  function decide(brandId: string, { url, headers, body }: WireRequest, id: string, verb: string): WireAnswer {
    const stored = offers.get(id);
    const actionId = headers.get('Idempotency-Key') ?? '';
    const key = `${brandId} ${actionId}`;
    const request = `${url.pathname} ${body}`;
    const before = keys.get(key);
    if (before !== undefined) {
      if (before.request !== request) return error(422, 'idempotency_key_reused');
      return { status: 200, body: before.answer, headers: { 'Idempotency-Replayed': 'true' } };
    }
    if (stored === undefined || stored.brandId !== brandId) return error(404, 'not_found');
    const { fulfillment, type } = stored.offer.currentStage;
    const condition = headers.get('If-Match')?.replaceAll('"', '');
    if (type !== 'AWAITING_EVIDENCE_CLEARANCE' || fulfillment === null || fulfillment.id !== condition) {
      return error(412, 'offer_changed', { offer: stored.offer });
    }
    const next = verb === 'accept' ? stageAfterAccept(fulfillment) : stageAfterReject(fulfillment);
    submitted += 1;
    const owed = next.owed && aFulfillment({ id: `ful_${submitted}`, fulfillment: null, ...next.owed });
    const currentStage = { type: next.type, enteredAt: iso(), fulfillment: owed };
    const answer = change(id, { currentStage, finalPostUrl: next.finalPostUrl ?? null });
    keys.set(key, { request, answer });
    const decision = verb === 'accept' ? 'approve' : 'reject';
    const done: Applied = { actionId, brandId, offerId: id, fulfillmentId: fulfillment.id, decision };
    applied.push(done);
    onApplied(done);
    return { status: 200, body: answer };
  }

  function changes(brandId: string, url: URL): WireAnswer {
    const cursor = Number(url.searchParams.get('cursor') ?? 0);
    if (cursor > 0 && cursor < expiredBefore) return error(410, 'cursor_expired');
    const own = [...offers.values()].filter((each) => each.brandId === brandId && each.revision > cursor);
    const first = cursor === 0;
    const body = {
      cursor: String(revision),
      more: false,
      brand: first ? aBrand({ id: brandId }) : null,
      campaigns: first ? [aCampaign()] : [],
      offers: own.map(({ offer }) => offer),
      payments: [],
      posts: [],
      figures: [],
      removed: [],
    };
    return { status: 200, body };
  }

  function read(brandId: string, url: URL): WireAnswer {
    const { pathname, searchParams } = url;
    const own = [...offers.values()].filter((each) => each.brandId === brandId).map(({ offer }) => offer);
    const page = Number(searchParams.get('page') ?? 1);
    const pageSize = Number(searchParams.get('pageSize') ?? 10);
    if (pathname === '/brand/v1.0/changes') return feed === 'none' ? error(404, 'not_found') : changes(brandId, url);
    if (pathname === '/brand/v1.0/campaigns') return { status: 200, body: paginate([aCampaign()], page, pageSize) };
    if (pathname === '/brand/v1.0/billing/payments') return { status: 200, body: paginate([], page, pageSize) };
    if (pathname === '/brand/v1.0/brands/current') return { status: 200, body: aBrand({ id: brandId }) };
    if (pathname === '/brand/v1.0/offers') return { status: 200, body: paginate(own, page, pageSize) };
    if (pathname === '/brand/v1.0/offers/request-changes/templates') return { status: 200, body: [] };
    if (pathname === '/brand/v1.0/tags') return { status: 200, body: [] };
    const [, id] = /^\/brand\/v1\.0\/offers\/([^/]+)$/.exec(pathname) ?? [];
    const offer = own.find((each) => each.id === id);
    return offer ? { status: 200, body: offer } : error(404, 'not_found');
  }

  return {
    applied,
    heard,
    asked,
    serve(request) {
      const { method, url, headers, body } = request;
      if (url.pathname === '/health') return { status: 200, body: { ok: true } };
      if (url.pathname.includes('/auth/')) {
        asked.push(`${method} ${url.pathname}`);
        return url.pathname.endsWith('/refresh') ? refresh(body) : { status: 200, body: logIn(brandOfLogin(body)) };
      }
      const brandId = brandOf(headers);
      const [, offerId, verb] = /\/offers\/([^/]+)\/evidence\/(accept|reject)$/.exec(url.pathname) ?? [];
      if (offerId === undefined || verb === undefined || method !== 'POST') asked.push(`${method} ${url.pathname}`);
      else heard.push({ actionId: headers.get('Idempotency-Key') ?? '', brandId, offerId });
      if (brandId === null) return error(401, 'unauthorized');
      if (offerId === undefined || verb === undefined) return read(brandId, url);
      return decide(brandId, request, offerId, verb);
    },
    logIn,
    revoke(brandId) {
      for (const family of families) if (family.brandId === brandId) family.revoked = true;
    },
    expireAccess() {
      for (const family of families) family.accessFrom = family.newest + 1;
    },
    addOffer(brandId, id) {
      submitted += 1;
      const currentStage = {
        type: 'AWAITING_EVIDENCE_CLEARANCE' as const,
        enteredAt: iso(),
        fulfillment: aFulfillment({ id: `ful_${submitted}` }),
      };
      revision += 1;
      offers.set(id, { brandId, revision, offer: anOffer({ id, currentStage, updatedAt: iso() }) });
    },
    resubmit(offerId) {
      submitted += 1;
      const fulfillment = aFulfillment({ id: `ful_${submitted}` });
      change(offerId, { currentStage: { type: 'AWAITING_EVIDENCE_CLEARANCE', enteredAt: iso(), fulfillment } });
    },
    lose(offerId) {
      offers.delete(offerId);
    },
    setFeed(given) {
      feed = given;
    },
    expireCursors() {
      revision += 1;
      expiredBefore = revision;
    },
    offer(id) {
      const stored = offers.get(id);
      if (stored === undefined) throw new Error(`No offer ${id}`);
      return stored.offer;
    },
  };
}

/** The id of an offer, as the contract has them. */
export const offerIdOf = (n: number): string => `off_01J${String(n).padStart(23, '0')}`;
