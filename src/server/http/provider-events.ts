import { Hono } from 'hono';
import { ApiError } from '../api-error.ts';
import { takeEvent } from '../services/payments/events.ts';
import { ForgedEventError, ProviderUnavailableError } from '../services/payments/provider.ts';
import type { HttpDeps } from './deps.ts';
import { readBytes } from './read-body.ts';

const bodyLimit = 1_048_576;

/** Takes Stripe's events at /webhooks/stripe. Any answer but 2xx has them sent again, for days. */
export function providerEvents(deps: HttpDeps): Hono {
  const app = new Hono();
  app.post('/webhooks/stripe', async (c) => {
    const { card } = deps.payments;
    if (card?.readEvent === undefined) throw new ApiError('not_found', 'There is nothing at this address.');
    const body = new TextDecoder().decode(await readBytes(c.req.raw, bodyLimit));
    try {
      const event = await card.readEvent(body, c.req.header('Stripe-Signature') ?? '', deps.now());
      await takeEvent(deps, card.name, event);
    } catch (error) {
      if (error instanceof ForgedEventError) throw new ApiError('invalid_request', 'Expected an event that is signed.');
      if (!(error instanceof ProviderUnavailableError)) throw error;
      throw new ApiError('unavailable', 'Not dealt with yet. Please send it again.', {
        headers: { 'Retry-After': '30' },
      });
    }
    return Response.json({ received: true }, { headers: { 'Cache-Control': 'no-store' } });
  });
  return app;
}
