import type { Context, MiddlewareHandler } from 'hono';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { routeOf } from '../http/requests/route-of.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const methodOf = ({ req: { method } }: Context) => (methods.has(method) ? method : 'other');

/** Measures requests until the response starts, because its body may be a stream that stays open for hours. */
export function requestMetrics(registry: Registry): MiddlewareHandler {
  const registers = [registry];
  const count = new Counter({
    name: 'afield_http_requests_total',
    help: 'Requests handled, by route pattern and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const duration = new Histogram({
    name: 'afield_http_request_duration_seconds',
    help: 'Time from a request to the start of its response.',
    labelNames: ['method', 'route'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const inFlight = new Gauge({
    name: 'afield_http_requests_in_flight',
    help: 'Requests in progress.',
    registers,
  });
  return async (c, next) => {
    const startMs = performance.now();
    inFlight.inc();
    try {
      await next();
    } finally {
      inFlight.dec();
    }
    const labels = { method: methodOf(c), route: routeOf(c) };
    duration.observe(labels, (performance.now() - startMs) / 1000);
    count.inc({ ...labels, status: String(c.res.status) });
  };
}
