import { sql } from 'drizzle-orm';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { endpoints } from '#contract/calls/endpoints.ts';
import { readBuild } from './build.ts';
import { ApiError, errorResponse } from './errors/api-error.ts';
import { isTransientDatabaseError } from './errors/trouble.ts';
import { apiDocument } from './http/app/api-document.ts';
import { appFiles } from './http/app/app-files.ts';
import { policyReports } from './http/app/policy-reports.ts';
import { linkHeaders, securityHeaders } from './http/app/security-headers.ts';
import { mountAnalytics } from './http/brand/analytics.ts';
import { mountAuth } from './http/brand/auth.ts';
import { mountBilling } from './http/brand/billing.ts';
import { mountBrand } from './http/brand/brand.ts';
import { mountCampaigns } from './http/brand/campaigns.ts';
import { mountChanges } from './http/brand/changes.ts';
import { mountLive } from './http/brand/live.ts';
import { mountOffers } from './http/brand/offers.ts';
import { providerEvents } from './http/brand/provider-events.ts';
import { mountPush } from './http/brand/push.ts';
import { mountStorage, storedFiles } from './http/brand/storage.ts';
import { watchedDrafts } from './http/brand/watched-drafts.ts';
import { mountCreator } from './http/creator/creator.ts';
import { originals } from './http/creator/originals.ts';
import { remindersPage } from './http/creator/reminders-page.ts';
import type { HttpDeps } from './http/deps.ts';
import type { TusEndpoint } from './http/files/tus-endpoint.ts';
import { routeOf } from './http/requests/route-of.ts';
import { createRouter } from './http/router.ts';
import { requestIdHeader, withRequestId } from './observing/request-id.ts';
import type { UploadFiles } from './services/files/transfers/upload-store.ts';

/** A phone's first sync is mostly JSON, and compresses to a tenth. Small responses aren't worth compressing. */
const compressed = compress({ threshold: 1_024 });

/** `Retry-After` leaves time to reconnect to the database. */
const databaseBusy = () =>
  new ApiError('unavailable', 'The database isn’t responding. Please try again.', { headers: { 'Retry-After': '2' } });

export interface AppDeps extends HttpDeps {
  /** Folders to serve the app from; without them, only the API is served. */
  files?: Parameters<typeof appFiles>[0];
  /** Endpoints of the tus protocol for uploads: see http/creator/creator-uploads.ts and http/brand/media-uploads.ts. */
  receivers?: readonly Pick<TusEndpoint, 'app'>[];
  /** Store of the drafts' originals: see http/creator/originals.ts. */
  drafts?: Pick<UploadFiles, 'readPart'>;
  /** Counts requests: see metrics/requests.ts. */
  countRequests?: MiddlewareHandler;
  /** Serves the metrics: see metrics/endpoint.ts. */
  metrics?: Hono;
  /** Limits concurrent request bodies: see http/requests/unfinished-bodies.ts. */
  limitBodies?: MiddlewareHandler;
  /** True while the process shuts down: it still responds, but closes its connections. */
  isStopping?(): boolean;
  /** True if users reach the server over HTTPS; HSTS then makes browsers insist on it for a year. */
  hsts?: boolean;
}

type ProbeDeps = Pick<AppDeps, 'db' | 'log' | 'isStopping' | 'countRequests' | 'metrics'>;

/** Routes of every process: readiness and metrics, with uniform errors. */
function createBase(deps: Pick<AppDeps, keyof ProbeDeps | 'hsts'>): Hono {
  const app = new Hono();
  if (deps.countRequests) app.use(deps.countRequests);
  app.use((c, next) =>
    withRequestId(async (id) => {
      await next();
      c.res.headers.set(requestIdHeader, id);
    }),
  );
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(securityHeaders(c.res.headers.get('Content-Type')))) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
    if (deps.hsts) c.res.headers.set('Strict-Transport-Security', 'max-age=31536000');
    if (deps.isStopping?.()) c.res.headers.set('Connection', 'close');
  });
  if (deps.log.isLevelEnabled('debug')) {
    app.use(async (c, next) => {
      const startMs = performance.now();
      await next();
      const [forMs, status] = [Math.round(performance.now() - startMs), c.res.status];
      deps.log.debug({ method: c.req.method, route: routeOf(c), status, forMs }, 'A request was handled');
    });
  }
  if (deps.metrics) app.route('/', deps.metrics);
  app.get('/ready', async () => {
    if (deps.isStopping?.())
      throw new ApiError('unavailable', 'The server is shutting down.', { headers: { 'Retry-After': '2' } });
    await deps.db.execute(sql`select 1`);
    return Response.json({ ok: true }, { headers: { 'Cache-Control': 'no-store' } });
  });
  app.notFound(() => errorResponse(new ApiError('not_found', 'There is nothing at this address.')));
  app.onError((error, c) => {
    if (error instanceof ApiError) return errorResponse(error);
    if (isTransientDatabaseError(error)) {
      deps.log.error({ err: error, method: c.req.method, route: c.req.routePath }, 'A database call failed');
      return errorResponse(databaseBusy());
    }
    deps.log.error({ err: error, method: c.req.method, route: c.req.routePath }, 'A request failed');
    return errorResponse(new ApiError('internal', 'Something went wrong on our side.'));
  });
  return app;
}

/** Health routes for a process that doesn't serve the app. The caller opens and closes the dependencies. */
export function createProbes(deps: ProbeDeps): Hono {
  const app = createBase(deps);
  const build = readBuild();
  app.get(endpoints.getHealth.path, (c) => c.json({ ok: true }, 200, { 'Cache-Control': 'no-store' }));
  app.get(endpoints.getVersion.path, (c) => c.json(build, 200, { 'Cache-Control': 'no-store' }));
  return app;
}

/**
 * The whole server as one Hono app: the contract's endpoints, then the built app. The caller opens and closes the
 * dependencies.
 */
export function createApp(deps: AppDeps): Hono {
  const router = createRouter(deps);
  mountAuth(router, deps);
  mountBrand(router, deps);
  mountBilling(router, deps);
  mountCampaigns(router, deps);
  mountOffers(router, deps);
  mountAnalytics(router, deps);
  mountChanges(router, deps);
  mountLive(router, deps);
  mountStorage(router, deps);
  mountPush(router, deps);
  mountCreator(router, deps);
  router.open(endpoints.getHealth, async () => ({ ok: true as const }));
  const build = readBuild();
  router.open(endpoints.getVersion, async () => build);
  router.refuseOtherMethods();

  const app = createBase(deps);
  if (deps.limitBodies) app.use(deps.limitBodies);
  app.use('/brand/*', compressed);
  app.use('/creator/*', compressed);
  app.use('/openapi.json', compressed);
  app.use('/creator/*', async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(linkHeaders)) c.res.headers.set(name, value);
  });
  app.route('/', router.app);
  app.route('/', apiDocument());
  app.route('/', providerEvents(deps));
  app.route('/', policyReports(deps));
  app.route('/', storedFiles(deps.uploads.store));
  for (const receiver of deps.receivers ?? []) app.route('/', receiver.app);
  if (deps.drafts) app.route('/', originals(deps, deps.drafts));
  app.route('/', watchedDrafts(deps));
  app.route('/', remindersPage(deps));
  if (deps.files) app.route('/', appFiles(deps.files));
  return app;
}
