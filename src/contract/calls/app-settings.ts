import * as v from 'valibot';
import { emailAddress } from '../account/email.ts';
import { webUrl } from '../wire/primitives.ts';

/** Public settings of an installation for its app, embedded in the page. */
export const appSettingsSchema = v.object({
  /** Base URL of the API, without a trailing slash; defaults to the app's own origin. */
  apiUrl: v.exactOptional(
    v.pipe(
      webUrl,
      v.transform((url) => url.replace(/\/+$/, '')),
    ),
  ),
  /** Support address for brands; if omitted, screens show no contact. */
  supportEmail: v.exactOptional(emailAddress()),
  stripePublishableKey: v.exactOptional(v.pipe(v.string(), v.regex(/^pk_\w+$/))),
  paypalClientId: v.exactOptional(v.pipe(v.string(), v.regex(/^[\w-]+$/))),
  /** Sentry DSN for error reports (https://docs.sentry.io/concepts/key-terms/dsn-explainer/). */
  sentryDsn: v.exactOptional(webUrl),
});
export type AppSettings = v.InferOutput<typeof appSettingsSchema>;

/** Name of the page's `meta` element that contains the settings as JSON. */
export const settingsName = 'afield-settings';
const element = new RegExp(`(<meta name="${settingsName}" content=")([^"]*)(")`);

const escapes: readonly (readonly [string, string])[] = [
  ['&', '&amp;'],
  ['"', '&quot;'],
  ['<', '&lt;'],
];
const escaped = (text: string) => escapes.reduce((rest, [plain, entity]) => rest.replaceAll(plain, entity), text);
const unescaped = (text: string) =>
  [...escapes].reverse().reduce((rest, [plain, entity]) => rest.replaceAll(entity, plain), text);

/** Replaces a page's settings. A page without the element isn't the app's, and is returned unchanged. */
export const withSettings = (html: string, settings: AppSettings): string =>
  html.replace(element, (_, before: string, __, after: string) => before + escaped(JSON.stringify(settings)) + after);

/** The settings embedded in a page; null if it isn't the app's. @throws if they are invalid */
export function settingsIn(html: string): AppSettings | null {
  const [, , content] = element.exec(html) ?? [];
  return content === undefined ? null : parseSettings(unescaped(content));
}

/** Parses the element's content. @throws if it is invalid */
export const parseSettings = (content: string): AppSettings => v.parse(appSettingsSchema, JSON.parse(content));
