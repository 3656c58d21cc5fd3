import { Hono } from 'hono';
import { ApiError } from '#server/errors/api-error.ts';
import { handleProviderEvent } from '#server/services/ledger/payments/events.ts';
import { ForgedEventError, ProviderUnavailableError } from '#server/services/ledger/payments/provider.ts';
import type { HttpDeps } from '../deps.ts';
import { readBytes, requireMaxDepth } from '../requests/read-body.ts';

/** Our events take a few KB. The operator may have subscribed to larger ones, and rejecting those causes days of retries. */
const maxEventBytes = 262_144;

/** Receives webhooks at /webhooks/stripe and /webhooks/paypal. Providers retry for days after any response other than 2xx. */
export function providerEvents(deps: HttpDeps): Hono {
  const app = new Hono();
  app.post('/webhooks/:provider{stripe|paypal}', async (c) => {
    const provider = c.req.param('provider') === 'stripe' ? deps.payments.card : deps.payments.paypal;
    if (provider?.readEvent === undefined) throw new ApiError('not_found', 'There is nothing at this address.');
    const bytes = await readBytes(c.req.raw, maxEventBytes);
    requireMaxDepth(bytes);
    const body = new TextDecoder().decode(bytes);
    try {
      await handleProviderEvent(deps, provider.name, await provider.readEvent(body, c.req.raw.headers, deps.now()));
    } catch (error) {
      if (error instanceof ForgedEventError) throw new ApiError('invalid_request', 'Expected a signed event.');
      if (!(error instanceof ProviderUnavailableError)) throw error;
      throw new ApiError('unavailable', 'Not processed yet. Please send it again.', {
        headers: { 'Retry-After': '30' },
      });
    }
    return Response.json({ received: true }, { headers: { 'Cache-Control': 'no-store' } });
  });
  return app;
}
