import * as v from 'valibot';

/** Directives of this server's policies, and the more specific ones that browsers report for them. */
export const reportedDirectives = [
  ...(['default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem'] as const),
  ...(['style-src-attr', 'img-src', 'media-src', 'font-src', 'connect-src', 'frame-src', 'worker-src'] as const),
  ...(['manifest-src', 'object-src', 'base-uri', 'form-action', 'frame-ancestors'] as const),
  ...(['require-trusted-types-for', 'trusted-types', 'other'] as const),
] as const;
export type ReportedDirective = (typeof reportedDirectives)[number];

/** A violation, without the page's URL, which may grant access to an offer, and without any page content. */
export interface PolicyViolation {
  directive: ReportedDirective;
  isEnforced: boolean;
  page: 'app' | 'creator';
  /** A keyword such as `inline`, or the blocked origin. */
  blocked: string;
  /** File, line and column if it is one of the app's own files; otherwise a keyword. */
  source: string;
}

const text = v.nullish(v.pipe(v.string(), v.maxLength(4_096)), '');
const place = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)), 0);
const directive = v.pipe(
  text,
  // Older browsers report the policy's whole directive.
  v.transform((given) => given.split(' ', 1)[0]),
  v.fallback(v.picklist(reportedDirectives), 'other'),
);

/** https://w3c.github.io/webappsec-csp/#reporting */
const reportSchema = v.looseObject({
  type: v.literal('csp-violation'),
  body: v.object({
    ...{ documentURL: text, blockedURL: text, sourceFile: text, disposition: text },
    ...{ effectiveDirective: directive, lineNumber: place, columnNumber: place },
  }),
});
type Report = v.InferOutput<typeof reportSchema>['body'];

/** Format of browsers without the Reporting API: https://w3c.github.io/webappsec-csp/#deprecated-serialize-violation */
const olderSchema = v.pipe(
  v.object({
    'csp-report': v.object({
      ...{ 'document-uri': text, 'blocked-uri': text, 'source-file': text, disposition: text },
      ...{ 'effective-directive': directive, 'line-number': place, 'column-number': place },
    }),
  }),
  v.transform(
    ({ 'csp-report': given }): Report => ({
      documentURL: given['document-uri'],
      blockedURL: given['blocked-uri'],
      sourceFile: given['source-file'],
      disposition: given.disposition,
      effectiveDirective: given['effective-directive'],
      lineNumber: given['line-number'],
      columnNumber: given['column-number'],
    }),
  ),
);
/** A list of reports. Those of other types are ignored. */
const listSchema = v.pipe(
  v.array(v.unknown()),
  v.transform((items) => items.flatMap((item) => (v.is(reportSchema, item) ? [v.parse(reportSchema, item).body] : []))),
);
const bodySchema = v.union([
  listSchema,
  v.pipe(
    olderSchema,
    v.transform((report) => [report]),
  ),
]);

/** A body's distinct violations; null if it isn't a report. */
export function readPolicyReports(body: unknown): PolicyViolation[] | null {
  const parsed = v.safeParse(bodySchema, body);
  if (!parsed.success) return null;
  const violations = parsed.output.map(violationOf);
  return [...new Map(violations.map((violation) => [JSON.stringify(violation), violation])).values()];
}

function violationOf(report: Report): PolicyViolation {
  const page = urlOf(report.documentURL);
  return {
    directive: report.effectiveDirective,
    isEnforced: report.disposition !== 'report',
    page: page !== null && /^\/c(\/|$)/.test(page.pathname) ? 'creator' : 'app',
    blocked: blockedOf(report.blockedURL),
    source: sourceOf(report, page),
  };
}

function blockedOf(given: string): string {
  if (/^[a-z-]{1,30}$/.test(given)) return given;
  const url = urlOf(given);
  if (url === null) return 'unknown';
  return /^(https?|wss?):$/.test(url.protocol) ? `${url.protocol}//${url.host}`.slice(0, 200) : url.protocol;
}

/** An extension's scripts run in the page and may violate its policy. */
function sourceOf({ sourceFile, lineNumber, columnNumber }: Report, page: URL | null): string {
  if (/^(\w+-)+extension(:|$)/.test(sourceFile)) return 'extension';
  const url = urlOf(sourceFile);
  if (url === null) return 'unknown';
  if (url.origin !== page?.origin) return 'elsewhere';
  const isFile = /^\/(c\/)?assets\/[\w.-]{1,100}\.js$/.test(url.pathname);
  return isFile ? `${url.pathname}:${lineNumber}:${columnNumber}` : 'page';
}

const urlOf = (given: string): URL | null => (URL.canParse(given) ? new URL(given) : null);
