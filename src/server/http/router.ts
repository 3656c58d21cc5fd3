import { type Context, Hono, type MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import type { Endpoint, Method, RequestOf, ResponseOf } from '#contract/wire/endpoint.ts';
import {
  type BrandScope,
  type BrandWriter,
  brandScope,
  brandWriter,
  notifyBrandWritten,
} from '../database/brand-scope.ts';
import type { Database } from '../database/database.ts';
import { ApiError } from '../errors/api-error.ts';
import type { AuthenticatedBrand, Caller, SessionBrand } from '../services/accounts/sessions/sessions.ts';
import type { CreatorSession } from '../services/creators/use-link.ts';
import type { HttpDeps } from './deps.ts';
import { requireBrand, requireCreator } from './requests/access.ts';
import { addressReader } from './requests/address.ts';
import {
  type IdempotentResult,
  idempotencyKeyOf,
  readResult,
  requestHashOf,
  runIdempotently,
  runInTransaction,
  withKeyLock,
} from './requests/idempotency.ts';
import { parseRequest, seenOf, seenVersionOf } from './requests/parse-request.ts';
import { readJson } from './requests/read-body.ts';
import { remoteSignOf } from './requests/remote-sign.ts';

type OpenCall<E extends Endpoint> = RequestOf<E> & { caller: Caller };
type BrandCall<E extends Endpoint> = RequestOf<E> & {
  brand: SessionBrand;
  scope: BrandScope;
  caller: Caller;
};
type StreamedCall<E extends Endpoint> = {
  brand: SessionBrand;
  scope: BrandScope;
  request: Request;
  /** Validates the request against the contract, with `body` as parsed by the handler. */
  parse(body: unknown): RequestOf<E>;
};
type ActCall<E extends Endpoint> = RequestOf<E> & { brand: SessionBrand; writer: BrandWriter; seen: string };

type CreatorRequest<E extends Endpoint> = RequestOf<E> & { creator: CreatorSession };
type CreatorCall<E extends Endpoint> = CreatorRequest<E> & { scope: BrandScope };
type CreatorActCall<E extends Endpoint> = CreatorRequest<E> & { writer: BrandWriter };
type CreatorOwnCall<E extends Endpoint> = CreatorCall<E> & { seen: { version: number } };
type CreatorStepsCall<E extends Endpoint> = CreatorCall<E> & {
  seen: { version: number };
  /** Runs the last step, in the transaction that stores its response. */
  finish(run: (writer: BrandWriter) => Promise<ResponseOf<E>>): Promise<IdempotentResult>;
};

type StepsCall<E extends Endpoint> = RequestOf<E> & {
  brand: SessionBrand;
  scope: BrandScope;
  key: string;
  requestHash: string;
  /** Runs the last step, in the transaction that stores its response. */
  finish(run: (writer: BrandWriter) => Promise<ResponseOf<E>>): Promise<IdempotentResult>;
};

/** Mounts the contract's endpoints. Each kind of handler gets the data that its endpoint's access allows. */
export interface Router {
  /** Mounts a public endpoint. */
  open<E extends Endpoint>(endpoint: E, handle: (call: OpenCall<E>) => Promise<ResponseOf<E>>): void;
  /** Mounts a public endpoint for bodies with this field; other bodies go to the path's next endpoint. */
  openWith<E extends Endpoint>(field: string, endpoint: E, handle: (call: OpenCall<E>) => Promise<ResponseOf<E>>): void;
  /** Mounts a brand's endpoint: reads, and writes that need no key. */
  brand<E extends Endpoint>(endpoint: E, handle: (call: BrandCall<E>) => Promise<ResponseOf<E>>): void;
  /** Mounts a brand's read that may take long. The standby serves it if it has replayed the brand's last write. */
  report<E extends Endpoint>(endpoint: E, handle: (call: BrandCall<E>) => Promise<ResponseOf<E>>): void;
  /** Mounts a brand's endpoint whose handler reads the body itself, because it doesn't fit in memory. */
  streamed<E extends Endpoint>(endpoint: E, handle: (call: StreamedCall<E>) => Promise<ResponseOf<E>>): void;
  /** Mounts a brand's endpoint that responds with server-sent events. */
  events(endpoint: Endpoint, open: (brand: AuthenticatedBrand) => Promise<ReadableStream<Uint8Array>>): void;
  /**
   * Mounts a brand's action that runs once per Idempotency-Key. `handle` runs in the transaction that stores the
   * response. `seen` is the fulfillment named by If-Match, if the endpoint is conditional.
   */
  act<E extends Endpoint>(endpoint: E, handle: (call: ActCall<E>) => Promise<ResponseOf<E>>): void;
  /**
   * Mounts an action with steps outside any transaction, such as a call to another service. `handle` must ensure that
   * everything before `finish` happens once per key. After `finish`, it isn't called again for the key.
   */
  steps<E extends Endpoint>(endpoint: E, handle: (call: StepsCall<E>) => Promise<IdempotentResult>): void;
  /** Mounts a creator's endpoint, authenticated by the link's token: reads, and writes that need no key. */
  creator<E extends Endpoint>(endpoint: E, handle: (call: CreatorCall<E>) => Promise<ResponseOf<E>>): void;
  /** Mounts a creator's action that runs once per Idempotency-Key, in the transaction that stores the response. */
  creatorAct<E extends Endpoint>(endpoint: E, handle: (call: CreatorActCall<E>) => Promise<ResponseOf<E>>): void;
  /**
   * Mounts a creator's action that runs once per Idempotency-Key, with steps before its transaction that change
   * nothing. `seen` is the version of the offer named by If-Match.
   */
  creatorSteps<E extends Endpoint>(endpoint: E, handle: (call: CreatorStepsCall<E>) => Promise<IdempotentResult>): void;
  /**
   * Mounts a creator's action that changes only the creator's data, once per Idempotency-Key. Its transaction allocates
   * no revision of the brand, so it neither locks the brand nor appears in the brand's feed.
   */
  creatorOwn<E extends Endpoint>(endpoint: E, handle: (call: CreatorOwnCall<E>) => Promise<ResponseOf<E>>): void;
  /** Responds with 405 to other methods of the mounted paths. Call it last. */
  refuseOtherMethods(): void;
  readonly app: Hono;
}

const honoPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

function toJsonResponse(body: unknown, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body);
  return new Response(text, {
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(text)),
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
}

/** `no-transform` prevents buffering by proxies and by our own compression; nginx needs `X-Accel-Buffering`. */
const eventHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** The first value of each query parameter. The contract ignores unknown names. */
const queryOf = (request: Request) => Object.fromEntries([...new URL(request.url).searchParams].reverse());

/** Parsed bodies: a body can be read only once, and two endpoints of a path may need it. */
const bodies = new WeakMap<Request, Promise<unknown>>();
function bodyOf({ raw }: Context['req'], { bodyBytes }: Endpoint): Promise<unknown> {
  const body = bodies.get(raw) ?? readJson(raw, bodyBytes);
  bodies.set(raw, body);
  return body;
}

const userAgentOf = (c: Context) => c.req.header('User-Agent') ?? null;

async function parseCall<E extends Endpoint>(endpoint: E, c: Context): Promise<RequestOf<E>> {
  const body = endpoint.body === undefined ? undefined : await bodyOf(c.req, endpoint);
  return parseRequest(endpoint, { params: c.req.param(), query: queryOf(c.req.raw), body });
}

export function createRouter(deps: HttpDeps): Router {
  const app = new Hono();
  const addressOf = addressReader(deps.trustedProxies);
  const callerOf = (c: Context): Caller => {
    const address = addressOf(c);
    return { address, userAgent: userAgentOf(c), remoteSign: remoteSignOf(c, address) };
  };
  const running = new Set<string>();
  const methodsOf = new Map<string, Set<Method>>();

  const mount = (endpoint: Endpoint, respond: MiddlewareHandler) => {
    const path = honoPath(endpoint.path);
    app.on(endpoint.method, path, respond);
    methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(endpoint.method));
  };
  const checked = <T>(endpoint: Endpoint, body: T): T => {
    if (deps.checkAnswers) v.parse(endpoint.answer, body);
    return body;
  };

  async function answerAnyone<E extends Endpoint>(
    endpoint: E,
    handle: (call: OpenCall<E>) => Promise<ResponseOf<E>>,
    c: Context,
  ): Promise<Response> {
    const body = await handle({ ...(await parseCall(endpoint, c)), caller: callerOf(c) });
    return toJsonResponse(checked(endpoint, body));
  }

  /** Mounts a creator's action that runs once per Idempotency-Key, in the transaction that stores its response. */
  const mountOnce = <E extends Endpoint>(
    endpoint: E,
    run: (tx: Database, call: CreatorRequest<E>, headers: Headers) => Promise<ResponseOf<E>>,
    afterwards = () => {},
  ) =>
    mount(endpoint, async (c) => {
      const { headers } = c.req.raw;
      const creator = await requireCreator(deps, endpoint, headers, addressOf(c));
      const call = await parseCall(endpoint, c);
      const { body, replayed } = await runIdempotently({
        ...{ db: deps.db, running, brandId: creator.brandId, actor: creator.offerId, now: deps.now() },
        ...{ key: idempotencyKeyOf(headers), requestHash: requestHashOf(endpoint, call) },
        run: async (tx) => checked(endpoint, await run(tx, { ...call, creator }, headers)),
      });
      afterwards();
      return toJsonResponse(body, replayed ? { 'Idempotency-Replayed': 'true' } : {});
    });

  return {
    app,
    open(endpoint, handle) {
      mount(endpoint, (c) => answerAnyone(endpoint, handle, c));
    },
    openWith(field, endpoint, handle) {
      mount(endpoint, async (c, next) => {
        const body = await bodyOf(c.req, endpoint);
        const isMeant = typeof body === 'object' && body !== null && field in body;
        return isMeant ? answerAnyone(endpoint, handle, c) : next();
      });
    },
    brand(endpoint, handle) {
      mount(endpoint, async (c) => {
        const brand = await requireBrand(deps, endpoint, c.req.raw.headers);
        const scope = brandScope(deps.db, brand.id);
        const body = await handle({ ...(await parseCall(endpoint, c)), brand, scope, caller: callerOf(c) });
        return toJsonResponse(checked(endpoint, body));
      });
    },
    report(endpoint, handle) {
      mount(endpoint, async (c) => {
        const brand = await requireBrand(deps, endpoint, c.req.raw.headers);
        const call = { ...(await parseCall(endpoint, c)), brand, caller: callerOf(c) };
        const found = await deps.standby?.read(brand, (scope) => handle({ ...call, scope }));
        const body = found ? found.answer : await handle({ ...call, scope: brandScope(deps.db, brand.id) });
        return toJsonResponse(checked(endpoint, body));
      });
    },
    streamed(endpoint, handle) {
      mount(endpoint, async (c) => {
        const brand = await requireBrand(deps, endpoint, c.req.raw.headers);
        const parse = (body: unknown) =>
          parseRequest(endpoint, { params: c.req.param(), query: queryOf(c.req.raw), body });
        const call = { brand, scope: brandScope(deps.db, brand.id), request: c.req.raw, parse };
        return toJsonResponse(checked(endpoint, await handle(call)));
      });
    },
    events(endpoint, open) {
      mount(endpoint, async (c) => {
        const brand = await requireBrand(deps, endpoint, c.req.raw.headers);
        // A HEAD response has no body, so its stream would never be read.
        return new Response(c.req.method === 'HEAD' ? null : await open(brand), { headers: eventHeaders });
      });
    },
    act(endpoint, handle) {
      mount(endpoint, async (c) => {
        const { headers } = c.req.raw;
        const brand = await requireBrand(deps, endpoint, headers);
        const call = await parseCall(endpoint, c);
        const { body, replayed } = await runIdempotently({
          db: deps.db,
          running,
          brandId: brand.id,
          actor: 'brand',
          key: idempotencyKeyOf(headers),
          requestHash: requestHashOf(endpoint, call),
          now: deps.now(),
          // Replays skip the If-Match check, because the action itself has changed the offer's version.
          run: async (tx) => {
            const seen = endpoint.conditional ? seenOf(headers) : '';
            const writer = await brandWriter(tx, brand.id);
            return checked(endpoint, await handle({ ...call, brand, writer, seen }));
          },
        });
        notifyBrandWritten(deps.db);
        return toJsonResponse(body, replayed ? { 'Idempotency-Replayed': 'true' } : {});
      });
    },
    steps(endpoint, handle) {
      mount(endpoint, async (c) => {
        const { headers } = c.req.raw;
        const brand = await requireBrand(deps, endpoint, headers);
        const call = await parseCall(endpoint, c);
        const key = idempotencyKeyOf(headers);
        const requestHash = requestHashOf(endpoint, call);
        const action = { db: deps.db, running, brandId: brand.id, actor: 'brand' as const, key, requestHash };
        const finish: StepsCall<typeof endpoint>['finish'] = (run) =>
          runInTransaction({
            ...action,
            now: deps.now(),
            run: async (tx) => checked(endpoint, await run(await brandWriter(tx, brand.id))),
          });
        const scope = brandScope(deps.db, brand.id);
        const { body, replayed } = await withKeyLock(
          action,
          async () => (await readResult(action)) ?? (await handle({ ...call, brand, scope, key, requestHash, finish })),
        );
        return toJsonResponse(body, replayed ? { 'Idempotency-Replayed': 'true' } : {});
      });
    },
    creator(endpoint, handle) {
      mount(endpoint, async (c) => {
        const creator = await requireCreator(deps, endpoint, c.req.raw.headers, addressOf(c));
        const scope = brandScope(deps.db, creator.brandId);
        const body = await handle({ ...(await parseCall(endpoint, c)), creator, scope });
        return toJsonResponse(checked(endpoint, body));
      });
    },
    creatorAct(endpoint, handle) {
      mountOnce(
        endpoint,
        async (tx, call) => handle({ ...call, writer: await brandWriter(tx, call.creator.brandId) }),
        () => notifyBrandWritten(deps.db),
      );
    },
    creatorOwn(endpoint, handle) {
      mountOnce(endpoint, (tx, call, headers) => {
        const seen = { version: seenVersionOf(headers) };
        return handle({ ...call, scope: brandScope(tx, call.creator.brandId), seen });
      });
    },
    creatorSteps(endpoint, handle) {
      mount(endpoint, async (c) => {
        const { headers } = c.req.raw;
        const creator = await requireCreator(deps, endpoint, headers, addressOf(c));
        const call = await parseCall(endpoint, c);
        const { brandId, offerId: actor } = creator;
        const key = idempotencyKeyOf(headers);
        const action = { db: deps.db, running, brandId, actor, key, requestHash: requestHashOf(endpoint, call) };
        const finish: CreatorStepsCall<typeof endpoint>['finish'] = (run) =>
          runInTransaction({
            ...action,
            now: deps.now(),
            run: async (tx) => checked(endpoint, await run(await brandWriter(tx, brandId))),
          });
        const { body, replayed } = await withKeyLock(action, async () => {
          // Replays skip the If-Match check, because the action itself has changed the offer.
          const stored = await readResult(action);
          if (stored !== null) return stored;
          const seen = { version: seenVersionOf(headers) };
          return handle({ ...call, creator, scope: brandScope(deps.db, brandId), seen, finish });
        });
        notifyBrandWritten(deps.db);
        return toJsonResponse(body, replayed ? { 'Idempotency-Replayed': 'true' } : {});
      });
    },
    refuseOtherMethods() {
      for (const [path, methods] of methodsOf) {
        const allowed = [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
        app.all(path, () => {
          throw new ApiError('method_not_allowed', `Expected ${allowed}.`, { headers: { Allow: allowed } });
        });
      }
    },
  };
}
