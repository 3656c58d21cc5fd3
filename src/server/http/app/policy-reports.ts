import { Hono } from 'hono';
import { ApiError } from '#server/errors/api-error.ts';
import { noopObserve } from '#server/observing/observe.ts';
import { readPolicyReports } from '#server/observing/policy-report.ts';
import { countAttempt } from '#server/services/shared/attempts.ts';
import { networkOf } from '#server/services/shared/network-of.ts';
import type { HttpDeps } from '../deps.ts';
import { addressReader } from '../requests/address.ts';
import { parseJson, readBytes } from '../requests/read-body.ts';
import { reportsPath } from './security-headers.ts';

const maxBytes = 16_384;
/** Maximum bodies in 15 minutes. A broken page sends one after a few seconds; further reports add nothing. */
const maxReports = { network: 20, all: 500 } as const;
/** Maximum violations logged per body. */
const maxLines = 5;
const types = ['application/reports+json', 'application/csp-report'];

/** Logs browsers' reports of Content-Security-Policy violations. Senders need no session. */
export function policyReports({
  db,
  log,
  now,
  trustedProxies,
  observe = noopObserve,
}: Pick<HttpDeps, 'db' | 'log' | 'now' | 'trustedProxies' | 'observe'>): Hono {
  const app = new Hono();
  const addressOf = addressReader(trustedProxies);
  app.post(reportsPath, async (c) => {
    const type = c.req.header('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (!types.includes(type)) throw new ApiError('unsupported_media_type', `Expected ${types.join(' or ')}.`);
    const own = { subject: ['policy report', networkOf(addressOf(c))], max: maxReports.network };
    await countAttempt(db, [own, { subject: ['policy reports'], max: maxReports.all }], now());
    const violations = readPolicyReports(parseJson(await readBytes(c.req.raw, maxBytes)));
    if (violations === null) throw new ApiError('invalid_request', 'Expected reports of a content security policy.');
    for (const { isEnforced, ...facts } of violations.slice(0, maxLines)) {
      observe({ of: 'policy report', directive: facts.directive, isEnforced });
      // Users install extensions, so their violations aren't the app's fault.
      if (facts.source === 'extension') continue;
      log.warn(facts, `A page’s policy ${isEnforced ? 'blocked' : 'would block'} a resource or script`);
    }
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
  });
  return app;
}
