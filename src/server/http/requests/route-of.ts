import type { Context } from 'hono';
import { routePath } from 'hono/route';

/**
 * The pattern of the route that answered. A path would create a series for each id, and leak links that open accounts.
 * Requests refused before they reached a route, or without one, are `none`; the app's pages and files share one pattern.
 */
export function routeOf(c: Context): string {
  const route = routePath(c);
  if (!/^(\/brand|\/creator)?\/\*$/.test(route)) return route;
  return c.res.status < 400 ? 'app' : 'none';
}
