import { Hono } from 'hono';
import { ApiError } from '#server/errors/api-error.ts';
import { unobserved } from '#server/observing/observe.ts';
import { readPolicyReports } from '#server/observing/policy-report.ts';
import { countAttempt } from '#server/services/shared/attempts.ts';
import { networkOf } from '#server/services/shared/network-of.ts';
import type { HttpDeps } from '../deps.ts';
import { addressReader } from '../requests/address.ts';
import { parseJson, readBytes } from '../requests/read-body.ts';
import { reportsPath } from './security-headers.ts';

const mostBytes = 16_384;
/** Maximum bodies in 15 minutes. A broken page sends one after a few seconds; further reports add nothing. */
const mostOf = { network: 20, all: 500 } as const;
/** Maximum violations logged per body. */
const mostLines = 5;
const types = ['application/reports+json', 'application/csp-report'];

/** Logs browsers' reports of Content-Security-Policy violations. They need no session. */
export function policyReports({
  db,
  log,
  now,
  trustedProxies,
  observe = unobserved,
}: Pick<HttpDeps, 'db' | 'log' | 'now' | 'trustedProxies' | 'observe'>): Hono {
  const app = new Hono();
  const addressOf = addressReader(trustedProxies);
  app.post(reportsPath, async (c) => {
    const type = c.req.header('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (!types.includes(type)) throw new ApiError('unsupported_media_type', `Expected ${types.join(' or ')}.`);
    const own = { subject: ['policy report', networkOf(addressOf(c))], most: mostOf.network };
    await countAttempt(db, [own, { subject: ['policy reports'], most: mostOf.all }], now());
    const violations = readPolicyReports(parseJson(await readBytes(c.req.raw, mostBytes)));
    if (violations === null) throw new ApiError('invalid_request', 'Expected reports of a content security policy.');
    for (const { isEnforced, ...facts } of violations.slice(0, mostLines)) {
      observe({ of: 'policy report', directive: facts.directive, isEnforced });
      // Extensions belong to the users.
      if (facts.source === 'extension') continue;
      log.warn(facts, `A page’s policy ${isEnforced ? 'has refused' : 'would have refused'} something`);
    }
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
  });
  return app;
}
