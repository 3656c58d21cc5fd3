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
 * Headers for every response of this content type. Browsers use framing, opener and permission headers of documents
 * only. Scripts and style sheets fetch from this origin only, so the default referrer policy is enough. An installing
 * app fetches about seventy of them, so leaving those headers out saves 13 KB.
 */
export function securityHeaders(contentType: string | null): HeaderValues {
  return /^text\/(javascript|css)\b/.test(contentType ?? '') ? everywhere : everyHeader;
}

/** For pages and files behind a creator's link: referrers mustn't leak the link, and search engines mustn't index it. */
export const linkHeaders: HeaderValues = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Endpoint for browsers' reports of policy violations. */
export const reportsPath = '/reports';

/** Headers to send with a policy that contains {@link reporting}. */
export const reportHeaders: HeaderValues = { 'Reporting-Endpoints': `policy="${reportsPath}"` };

/** `report-uri` is for browsers without `report-to` (https://w3c.github.io/webappsec-csp/#directive-report-uri). */
export const reporting = ['report-to policy', `report-uri ${reportsPath}`];

/**
 * Only these policies can create markup from text, and none can create scripts (https://w3c.github.io/trusted-types/).
 * See ui/loading/trusted-types.ts and app/painting/painted-screen.ts.
 */
export const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types default screen'];

/** Hashes of a page's inline scripts, so that no others can run. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi);
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/** Other origins that the app may load scripts from, call, or show in frames. */
interface Origins {
  script: readonly string[];
  connect: readonly string[];
  frame: readonly string[];
}

/** Origins of the API, card forms, payment windows and error reports, as far as the settings require them. */
export function appOrigins({ apiUrl, stripePublishableKey, paypalClientId, sentryDsn }: AppSettings): Origins & {
  /** True if windows opened by the app may talk to it, like PayPal's. */
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
 * Policy of the app's other files. A browser keeps the service worker's policy until the script changes, so it must not
 * depend on settings, such as the API's origin. `img-src` is for icons of notifications.
 */
export const filePolicy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self'; connect-src 'self' https: http:; frame-ancestors 'none'";

/**
 * Policy of the app. Pictures and videos can come from any https origin, because creators' posts and pictures are
 * hosted elsewhere. Frames show TikTok's and YouTube's players. Mantine writes inline styles. Trusted Types are
 * report-only if scripts of payment providers run, since those create markup.
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
