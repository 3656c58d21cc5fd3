import type { BrandSession } from '#contract/account/auth.ts';
import type { Brand } from '#contract/brand/brand.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { paginate } from '#domain/shared/pagination.ts';
import { aBrand } from '#tests/component/support/examples.ts';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import type { WireAnswer, WireRequest } from './fake-network.ts';
import { createModelOffers, type OfferEvents, refusal } from './model-offers.ts';

const accessMs = 15 * 60_000;

interface Family {
  brandId: string;
  /** Generation of the newest token pair. */
  newest: number;
  revoked: boolean;
  /** Time at which each generation's access token was issued, in ms. */
  issuedAt: number[];
  /** First generation whose access token is accepted. */
  accessFrom: number;
}

/** An attempt that arrived. `offerId` is the id of the intent's record. */
export interface ReceivedRequest {
  actionId: string;
  /** Brand of the attempt's token; null if the token wasn't accepted. */
  brandId: string | null;
  offerId: string;
}

interface Options extends OfferEvents {
  now(): number;
  onReceived?(received: ReceivedRequest): void;
}

type Offers = ReturnType<typeof createModelOffers>;

/** Fields of a brand that may not use the dashboard. */
type KeptOut = Pick<Brand, 'emailVerified' | 'approvalStatus' | 'suspension'>;

const refusalCodeOf = ({ emailVerified, suspension }: KeptOut) =>
  suspension ? 'suspended' : emailVerified ? 'not_approved' : 'email_not_verified';

export interface ModelServer
  extends Pick<
    Offers,
    | 'applied'
    | 'archived'
    | 'renamed'
    | 'marked'
    | 'campaignsOf'
    | 'addCampaign'
    | 'countViews'
    | 'addNews'
    | 'resubmit'
    | 'lose'
    | 'remove'
    | 'refuse'
    | 'expireCursors'
    | 'setFeedPage'
    | 'backUp'
    | 'versionOf'
    | 'nameIn'
  > {
  serve(request: WireRequest): WireAnswer;
  logIn(brandId: string): BrandSession;
  /** Ends all sessions of a brand. */
  revoke(brandId: string): void;
  /** Expires all access tokens issued so far; refresh tokens stay valid. */
  expireAccess(): void;
  /** Sets the server's clock this far from true time; negative is behind. */
  setClock(offsetMs: number): void;
  /** Keeps a brand out, as the server does before approval and after suspension; null lets it in. */
  keepOut(brandId: string, keptOutAs: KeptOut | null): void;
  addOffer(brandId: string, id: string): void;
  /** Adds or removes the change feed: a server that implements only the product's specification has none. */
  setFeed(feed: 'there' | 'none'): void;
  /** @throws if there is none */
  offer(id: string): Offer;
  offersOf(brandId: string): Offer[];
  /** Decisions that arrived, including refused and repeated ones. */
  received: readonly ReceivedRequest[];
  /** Requests of any other kind. */
  asked: readonly string[];
}

/** A model of the server with the rules that the queue depends on: keys, conditions, token rotation and scope. */
export function createModelServer({ now: trueNow, onReceived, ...events }: Options): ModelServer {
  let offsetMs = 0;
  const now = () => trueNow() + offsetMs;
  const offers = createModelOffers({ now, ...events });
  const families: Family[] = [];
  const received: ReceivedRequest[] = [];
  const asked: string[] = [];
  const keptOut = new Map<string, KeptOut>();
  let feed: 'there' | 'none' = 'there';

  function sessionOf(family: number, generation: number): BrandSession {
    const { brandId, issuedAt } = families[family] as Family;
    const expiresAt = (issuedAt[generation] ?? 0) + accessMs;
    return {
      brandId,
      accessToken: accessTokenOf(brandId, `${family}-${generation}`),
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
    const [, index, generation] = /^Bearer access-(\d+)-(\d+)\./.exec(headers.get('Authorization') ?? '') ?? [];
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
      return refusal(401, 'invalid_refresh_token');
    }
    if (behind > 1) {
      family.revoked = true;
      return refusal(401, 'invalid_refresh_token');
    }
    if (behind === 0) {
      family.newest += 1;
      family.issuedAt.push(now());
    }
    return { status: 200, body: sessionOf(Number(index), family.newest) };
  }

  /** Campaigns with the requested statuses; a brand without any has a default one. */
  function campaignsOf(brandId: string, { searchParams }: URL) {
    const own = offers.campaignsOf(brandId);
    const wanted = searchParams.get('campaignStatus')?.split(',');
    return (own.length === 0 ? [aCampaign()] : own).filter(({ status }) => wanted?.includes(status) ?? true);
  }

  function refusedFor(brandId: string): WireAnswer {
    const keptOutAs = keptOut.get(brandId);
    return refusal(403, keptOutAs ? refusalCodeOf(keptOutAs) : 'not_approved');
  }

  function read(brandId: string, url: URL): WireAnswer {
    const { pathname, searchParams } = url;
    const keptOutAs = keptOut.get(brandId);
    if (pathname === '/brand/v1.0/brands/current') return { status: 200, body: aBrand({ id: brandId, ...keptOutAs }) };
    if (keptOutAs !== undefined) return refusedFor(brandId);
    const own = offers.ofBrand(brandId);
    const page = Number(searchParams.get('page') ?? 1);
    const pageSize = Number(searchParams.get('pageSize') ?? 10);
    if (pathname === '/brand/v1.0/changes') {
      return feed === 'none' ? refusal(404, 'not_found') : offers.changes(brandId, url);
    }
    if (pathname === '/brand/v1.0/campaigns')
      return { status: 200, body: paginate(campaignsOf(brandId, url), page, pageSize) };
    const [, campaignId] = /^\/brand\/v1\.0\/campaigns\/details\/([^/]+)$/.exec(pathname) ?? [];
    const campaign = offers.campaignsOf(brandId).find((each) => each.id === campaignId);
    if (campaign !== undefined) return { status: 200, body: campaign };
    if (pathname === '/brand/v1.0/billing/payments') return { status: 200, body: paginate([], page, pageSize) };
    if (pathname === '/brand/v1.0/offers') return { status: 200, body: paginate(own, page, pageSize) };
    if (pathname === '/brand/v1.0/offers/request-changes/templates') return { status: 200, body: [] };
    if (pathname === '/brand/v1.0/tags') return { status: 200, body: [] };
    const [, id] = /^\/brand\/v1\.0\/offers\/([^/]+)$/.exec(pathname) ?? [];
    const offer = own.find((each) => each.id === id);
    return offer ? { status: 200, body: offer } : refusal(404, 'not_found');
  }

  return {
    ...offers,
    received,
    asked,
    serve(request) {
      const { method, url, headers, body } = request;
      if (url.pathname === '/health') return { status: 200, body: { ok: true } };
      if (url.pathname.includes('/auth/')) {
        asked.push(`${method} ${url.pathname}`);
        return url.pathname.endsWith('/refresh') ? refresh(body) : { status: 200, body: logIn(brandOfLogin(body)) };
      }
      const brandId = brandOf(headers);
      const [, offerId, verb] = /\/offers\/([^/]+)\/evidence\/(accept|reject|take-back)$/.exec(url.pathname) ?? [];
      const [, campaignId] = /\/campaigns\/([^/]+)(?:\/name)?$/.exec(url.pathname) ?? [];
      const isDecision = offerId !== undefined && verb !== undefined && method === 'POST';
      const isChange = campaignId !== undefined && method === 'PUT';
      const about = isDecision ? offerId : isChange ? campaignId : null;
      if (about === null) asked.push(`${method} ${url.pathname}`);
      else {
        const arrived = { actionId: headers.get('Idempotency-Key') ?? '', brandId, offerId: about };
        received.push(arrived);
        onReceived?.(arrived);
      }
      if (brandId === null) return refusal(401, 'unauthorized');
      if (about !== null && keptOut.has(brandId)) return refusedFor(brandId);
      if (isChange) return offers.update(brandId, request, campaignId);
      return isDecision ? offers.decide(brandId, request, offerId, verb) : read(brandId, url);
    },
    logIn,
    revoke(brandId) {
      for (const family of families) if (family.brandId === brandId) family.revoked = true;
    },
    keepOut(brandId, keptOutAs) {
      if (keptOutAs === null) keptOut.delete(brandId);
      else keptOut.set(brandId, keptOutAs);
    },
    expireAccess() {
      for (const family of families) family.accessFrom = family.newest + 1;
    },
    setClock(given) {
      offsetMs = given;
    },
    addOffer: offers.add,
    setFeed(given) {
      feed = given;
    },
    offer(id) {
      const offer = offers.find(id);
      if (offer === null) throw new Error(`No offer ${id}`);
      return offer;
    },
    offersOf: offers.ofBrand,
  };
}

/** A token containing its brand, as the server's do; its number counts sessions and their refreshes. */
export const accessTokenOf = (brandId: string, number: string): string =>
  `access-${number}.${btoa(JSON.stringify({ sub: brandId }))}.`;

/** An offer id in the contract's format. */
export const offerIdOf = (n: number): string => `off_01J${String(n).padStart(23, '0')}`;

/** A campaign id in the contract's format. */
export const campaignIdOf = (n: number): string => `cmp_01J${String(n).padStart(23, '0')}`;
