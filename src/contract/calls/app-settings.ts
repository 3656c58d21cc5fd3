import * as v from 'valibot';
import { emailAddress } from '../account/email.ts';
import { webUrl } from '../wire/primitives.ts';

/** Settings of an installation that its app needs, none of them a secret. The page itself carries them. */
export const appSettingsSchema = v.object({
  /** Base of the API's addresses, without a slash at its end; the app's own origin where it is left out. */
  apiUrl: v.exactOptional(
    v.pipe(
      webUrl,
      v.transform((url) => url.replace(/\/+$/, '')),
    ),
  ),
  /** Address that brands write to for help; screens name no contact without it. */
  supportEmail: v.exactOptional(emailAddress()),
  stripePublishableKey: v.exactOptional(v.pipe(v.string(), v.regex(/^pk_\w+$/))),
  paypalClientId: v.exactOptional(v.pipe(v.string(), v.regex(/^[\w-]+$/))),
  /** Errors are reported there (https://docs.sentry.io/concepts/key-terms/dsn-explainer/). */
  sentryDsn: v.exactOptional(webUrl),
});
export type AppSettings = v.InferOutput<typeof appSettingsSchema>;

/** Name of the page's `meta` element that has them as JSON. */
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

/** A page with these settings in place of its own. One without the element, which is none of the app's, stays as it is. */
export const withSettings = (html: string, settings: AppSettings): string =>
  html.replace(element, (_, before: string, __, after: string) => before + escaped(JSON.stringify(settings)) + after);

/** The settings that a page carries; null where it is none of the app's. @throws where they can't be read */
export function settingsIn(html: string): AppSettings | null {
  const [, , content] = element.exec(html) ?? [];
  return content === undefined ? null : parseSettings(unescaped(content));
}

/** Reads the element's content. @throws where it can't be read */
export const parseSettings = (content: string): AppSettings => v.parse(appSettingsSchema, JSON.parse(content));
