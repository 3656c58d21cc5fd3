import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { ApiError, errorResponse } from '../errors/api-error.ts';
import type { Metrics } from './metrics.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Serves GET /metrics.
 * @param token required as `Authorization: Bearer`; null to require none
 */
export function metricsEndpoint(metrics: Pick<Metrics, 'read' | 'contentType'>, token: string | null): Hono {
  const app = new Hono();
  const expected = token === null ? null : digestOf(`Bearer ${token}`);
  app.use('/metrics', compress());
  app.get('/metrics', async (c) => {
    const given = digestOf(c.req.header('Authorization') ?? '');
    if (expected !== null && !timingSafeEqual(given, expected)) {
      throw new ApiError('unauthorized', 'Expected the metrics token.', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    const headers = { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' };
    return new Response(await metrics.read(), { headers });
  });
  return app;
}

/** An app that serves only the metrics, for a separate port. */
export function metricsApp(metrics: Pick<Metrics, 'read' | 'contentType'>, token: string | null): Hono {
  const app = metricsEndpoint(metrics, token);
  app.notFound(() => errorResponse(new ApiError('not_found', 'There is nothing at this address.')));
  app.onError((error) =>
    errorResponse(error instanceof ApiError ? error : new ApiError('internal', 'The metrics could not be read.')),
  );
  return app;
}
