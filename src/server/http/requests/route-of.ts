import type { Context } from 'hono';
import { routePath } from 'hono/route';

/**
 * Pattern of the matched route. Paths would create a series per ID, and leak links that grant access. Requests that
 * match no route, or are rejected earlier, are `none`; the app's pages and files share one pattern.
 */
export function routeOf(c: Context): string {
  const route = routePath(c);
  if (!/^(\/brand|\/creator)?\/\*$/.test(route)) return route;
  return c.res.status < 400 ? 'app' : 'none';
}
