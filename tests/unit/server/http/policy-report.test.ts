import { expect, test } from 'vitest';
import { readPolicyReports } from '#server/observing/policy-report.ts';

const origin = 'https://afield.test';
const body = {
  documentURL: `${origin}/c/off_01J0.1.sEcrEt?code=sEcrEt#sEcrEt`,
  referrer: `${origin}/sEcrEt`,
  blockedURL: 'https://evil.test/collect?data=sEcrEt',
  effectiveDirective: 'connect-src',
  originalPolicy: "default-src 'self'",
  sourceFile: `${origin}/c/assets/page-1a2b3c4d.js?sEcrEt`,
  sample: 'sEcrEt',
  disposition: 'enforce',
  ...{ statusCode: 200, lineNumber: 4, columnNumber: 71 },
};
const reportOf = (given: object) => ({
  type: 'csp-violation',
  age: 1,
  url: body.documentURL,
  body: { ...body, ...given },
});

test('a report has the directive, the page and the blocked origin, but no full URLs or content', () => {
  const reports = readPolicyReports([reportOf({})]);
  expect(reports).toEqual([
    {
      directive: 'connect-src',
      isEnforced: true,
      page: 'creator',
      blocked: 'https://evil.test',
      source: '/c/assets/page-1a2b3c4d.js:4:71',
    },
  ]);
  expect(JSON.stringify(reports)).not.toContain('sEcrEt');
});

test.each([
  ['inline', 'inline'],
  ['trusted-types-sink', 'trusted-types-sink'],
  ['data', 'data'],
  ['data:text/html;base64,c0VjckV0', 'data:'],
  ['chrome-extension://abcdef/x.js', 'chrome-extension:'],
  ['wss://evil.test:8443/x', 'wss://evil.test:8443'],
  ['sEcrEt\n{"level":50}', 'unknown'],
  ['', 'unknown'],
])('%j is blocked as %s', (blockedURL, blocked) => {
  expect(readPolicyReports([reportOf({ blockedURL })])?.[0]?.blocked).toBe(blocked);
});

test.each([
  ['moz-extension', 'extension'],
  ['safari-web-extension://abc/x.js', 'extension'],
  ['https://elsewhere.test/assets/x.js', 'elsewhere'],
  [`${origin}/c/off_01J0.1.sEcrEt`, 'page'],
  [`${origin}/assets/../sEcrEt.js`, 'page'],
  ['', 'unknown'],
])('%s is the source %s', (sourceFile, source) => {
  expect(readPolicyReports([reportOf({ sourceFile })])?.[0]?.source).toBe(source);
});

test('an unknown directive is reported as other, and a missing disposition as enforced', () => {
  const [found] = readPolicyReports([reportOf({ effectiveDirective: 'sEcrEt', disposition: null })]) ?? [];
  expect(found).toMatchObject({ directive: 'other', isEnforced: true });
  const [noted] = readPolicyReports([reportOf({ disposition: 'report' })]) ?? [];
  expect(noted?.isEnforced).toBe(false);
});

test('a report in the format of older browsers is read', () => {
  const report = {
    'csp-report': {
      ...{ 'document-uri': `${origin}/dashboard`, 'blocked-uri': 'eval', 'source-file': `${origin}/assets/main-1a.js` },
      ...{ 'effective-directive': "script-src 'self'", 'line-number': 1, 'column-number': 2 },
    },
  };
  expect(readPolicyReports(report)).toEqual([
    { directive: 'script-src', isEnforced: true, page: 'app', blocked: 'eval', source: '/assets/main-1a.js:1:2' },
  ]);
});

test('repeated reports count once, and reports of other types are ignored', () => {
  const others = [{ type: 'deprecation', body: {} }, null, 7, 'csp-violation', { type: 'csp-violation' }];
  expect(readPolicyReports([reportOf({}), ...others, reportOf({ sample: 'other' })])).toHaveLength(1);
  expect(readPolicyReports(others)).toEqual([]);
});

test.each([null, 7, 'x', {}, { 'csp-report': 7 }, { 'csp-report': { 'document-uri': 7 } }])(
  '%j isn’t a report',
  (given) => {
    expect(readPolicyReports(given)).toBeNull();
  },
);
