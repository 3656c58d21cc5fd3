import { createHash } from 'node:crypto';
import type { AppSettings } from '#contract/calls/app-settings.ts';
import { pageOembedOrigins, playerOrigins } from '#domain/posts/platforms.ts';

type HeaderValues = Readonly<Record<string, string>>;

const everywhere: HeaderValues = { 'X-Content-Type-Options': 'nosniff' };

const ofDocuments: HeaderValues = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

const everyHeader: HeaderValues = { ...everywhere, ...ofDocuments };

/**
 * Sent with every answer of this content type. Browsers read framing, openers and permissions with documents alone, and the
 * referrer's policy of scripts and style sheets, which fetch from this origin only, is the browser's default. An installed app
 * fetches some seventy of these; without those headers that is 13 KB less.
 */
export function securityHeaders(contentType: string | null): HeaderValues {
  return /^text\/(javascript|css)\b/.test(contentType ?? '') ? everywhere : everyHeader;
}

/** Sent with pages and files behind a creator's link: no referrer discloses the link, and no search engine lists it. */
export const linkHeaders: HeaderValues = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Path at which browsers report violations of a page's policy. */
export const reportsPath = '/reports';

/** Sent with a page whose policy has {@link reporting}. */
export const reportHeaders: HeaderValues = { 'Reporting-Endpoints': `policy="${reportsPath}"` };

/** The second is for browsers that don't know the first (https://w3c.github.io/webappsec-csp/#directive-report-uri). */
export const reporting = ['report-to policy', `report-uri ${reportsPath}`];

/**
 * Texts become markup only by these policies, and scripts by none (https://w3c.github.io/trusted-types/): see ui/loading/trusted-types.ts and
 * app/painting/painted-screen.ts.
 */
export const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types default screen'];

/** Inline scripts of a page by their hashes, so that no other can run. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi);
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/** Origins beyond the own that the app may load scripts from, call and show in frames. */
interface Origins {
  script: readonly string[];
  connect: readonly string[];
  frame: readonly string[];
}

/**
 * Origins where the app calls the API, loads card forms and payment windows, and reports errors: only those that its settings
 * name.
 */
export function appOrigins({ apiUrl, stripePublishableKey, paypalClientId, sentryDsn }: AppSettings): Origins & {
  /** True if windows that the app opens may talk to it, as PayPal's does. */
  popups: boolean;
} {
  const isStripe = stripePublishableKey !== undefined;
  const isPaypal = paypalClientId !== undefined;
  const elsewhere = [apiUrl, sentryDsn].flatMap((url) => (url === undefined ? [] : [new URL(url).origin]));
  // https://docs.stripe.com/security/guide#content-security-policy
  const stripeJs = isStripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : [];
  const paypalHosts = isPaypal ? ['https://*.paypal.com', 'https://*.paypalobjects.com'] : [];
  return {
    script: [...stripeJs, ...paypalHosts],
    connect: [...elsewhere, ...(isStripe ? ['https://api.stripe.com'] : []), ...paypalHosts],
    frame: [...stripeJs, ...(isStripe ? ['https://hooks.stripe.com'] : []), ...paypalHosts],
    popups: isPaypal,
  };
}

/**
 * Policy of the app's other files. A browser keeps the worker's with its script, for as long as that stays the same: so it
 * says nothing that settings change, such as where the API is. Notifications that the worker shows have icons.
 */
export const filePolicy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self'; connect-src 'self' https: http:; frame-ancestors 'none'";

/**
 * Policies of the app. Sources: itself; pictures and videos from any https address, for creators' posts and pictures live
 * elsewhere; TikTok's and YouTube's players in frames. Mantine writes styles inline. Trusted Types are only reported where scripts of
 * payment providers run, which make markup of their own.
 */
export function contentSecurityPolicy({
  scriptHashes = [],
  script = [],
  connect = [],
  frame = [],
}: Partial<Origins> & { scriptHashes?: readonly string[] } = {}): HeaderValues {
  const isAlone = script.length === 0;
  const sources = [
    "default-src 'self'",
    ['script-src', "'self'", ...scriptHashes, ...script].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' data: blob: https:",
    "font-src 'self'",
    ['connect-src', "'self'", ...pageOembedOrigins, ...connect].join(' '),
    ['frame-src', ...playerOrigins, ...frame].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isAlone ? trustedTypes : []),
    ...reporting,
  ];
  return {
    ...reportHeaders,
    'Content-Security-Policy': sources.join('; '),
    ...(isAlone ? {} : { 'Content-Security-Policy-Report-Only': [...trustedTypes, ...reporting].join('; ') }),
  };
}
