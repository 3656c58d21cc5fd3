import type { BrandSession } from '#contract/auth.ts';
import type { Offer } from '#contract/offer.ts';
import { paginate } from '#domain/pagination.ts';
import { aBrand } from '#tests/component/support/examples.ts';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import type { WireAnswer, WireRequest } from './fake-network.ts';
import { createModelOffers, type OfferEvents, refusal } from './model-offers.ts';

const accessMs = 15 * 60_000;

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

/** A try of an intent that arrived. `offerId`: of the record that it is about. */
export interface Heard {
  actionId: string;
  /** The brand of the token it came with; null where the token wasn't taken. */
  brandId: string | null;
  offerId: string;
}

interface Options extends OfferEvents {
  now(): number;
  onHeard?(heard: Heard): void;
}

type Offers = ReturnType<typeof createModelOffers>;

export interface ModelServer
  extends Pick<
    Offers,
    | 'applied'
    | 'archived'
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
  > {
  serve(request: WireRequest): WireAnswer;
  logIn(brandId: string): BrandSession;
  /** Ends all sessions of a brand. */
  revoke(brandId: string): void;
  /** No access token given out so far is taken any more; refresh tokens are. */
  expireAccess(): void;
  addOffer(brandId: string, id: string): void;
  /** Whether the server has a feed of changes: the specification alone asks for none. */
  setFeed(feed: 'there' | 'none'): void;
  /** @throws where there is none */
  offer(id: string): Offer;
  offersOf(brandId: string): Offer[];
  /** Decisions that arrived: also those that were refused, or repeated. */
  heard: readonly Heard[];
  /** Everything else that was asked for. */
  asked: readonly string[];
}

/** A provider's server as small as the queue needs it, with the rules of the real one: keys, conditions, rotation, scope. */
export function createModelServer({ now, onHeard, ...events }: Options): ModelServer {
  const offers = createModelOffers({ now, ...events });
  const families: Family[] = [];
  const heard: Heard[] = [];
  const asked: string[] = [];
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
      // Never two of one millisecond: which of a brand's pairs is the newer has to be told by it.
      family.issuedAt.push(Math.max(now(), (family.issuedAt.at(-1) ?? 0) + 1));
    }
    return { status: 200, body: sessionOf(Number(index), family.newest) };
  }

  /** Those of the wanted status; any brand has one where none was added. */
  function campaignsOf(brandId: string, { searchParams }: URL) {
    const own = offers.campaignsOf(brandId);
    const wanted = searchParams.get('campaignStatus')?.split(',');
    return (own.length === 0 ? [aCampaign()] : own).filter(({ status }) => wanted?.includes(status) ?? true);
  }

  function read(brandId: string, url: URL): WireAnswer {
    const { pathname, searchParams } = url;
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
    if (pathname === '/brand/v1.0/brands/current') return { status: 200, body: aBrand({ id: brandId }) };
    if (pathname === '/brand/v1.0/offers') return { status: 200, body: paginate(own, page, pageSize) };
    if (pathname === '/brand/v1.0/offers/request-changes/templates') return { status: 200, body: [] };
    if (pathname === '/brand/v1.0/tags') return { status: 200, body: [] };
    const [, id] = /^\/brand\/v1\.0\/offers\/([^/]+)$/.exec(pathname) ?? [];
    const offer = own.find((each) => each.id === id);
    return offer ? { status: 200, body: offer } : refusal(404, 'not_found');
  }

  return {
    ...offers,
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
      const [, campaignId] = /\/campaigns\/([^/]+)$/.exec(url.pathname) ?? [];
      const isDecision = offerId !== undefined && verb !== undefined && method === 'POST';
      const isChange = campaignId !== undefined && method === 'PUT';
      const about = isDecision ? offerId : isChange ? campaignId : null;
      if (about === null) asked.push(`${method} ${url.pathname}`);
      else {
        const arrived = { actionId: headers.get('Idempotency-Key') ?? '', brandId, offerId: about };
        heard.push(arrived);
        onHeard?.(arrived);
      }
      if (brandId === null) return refusal(401, 'unauthorized');
      if (isChange) return offers.update(brandId, request, campaignId);
      return isDecision ? offers.decide(brandId, request, offerId, verb) : read(brandId, url);
    },
    logIn,
    revoke(brandId) {
      for (const family of families) if (family.brandId === brandId) family.revoked = true;
    },
    expireAccess() {
      for (const family of families) family.accessFrom = family.newest + 1;
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

/** A token that names its brand, as the server's do; its number counts sessions and their refreshes. */
export const accessTokenOf = (brandId: string, number: string): string =>
  `access-${number}.${btoa(JSON.stringify({ sub: brandId }))}.`;

/** The id of an offer, as the contract has them. */
export const offerIdOf = (n: number): string => `off_01J${String(n).padStart(23, '0')}`;

/** The id of a campaign. */
export const campaignIdOf = (n: number): string => `cmp_01J${String(n).padStart(23, '0')}`;
