import type { Context } from 'hono';
import { routePath } from 'hono/route';

/**
 * The pattern of the route that answered. A path would make a series for each id, and reveal links that open accounts. What was
 * refused before it reached a route, or has none, is `none`; the app's own pages and files are one pattern.
 */
export function routeOf(c: Context): string {
  const route = routePath(c);
  if (!/^(\/brand|\/creator)?\/\*$/.test(route)) return route;
  return c.res.status < 400 ? 'app' : 'none';
}
