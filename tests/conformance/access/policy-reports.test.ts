import { beforeEach, expect, test } from 'vitest';
import { attempts } from '#server/database/tables/tables.ts';
import { createLog } from '#server/observing/log.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { scrape } from '#tests/support/services/scrape.ts';

const lines: Record<string, unknown>[] = [];
const log = createLog({ write: (line) => void lines.push(JSON.parse(line)) }, 'warn');
const { server } = await apiServer({ log, withMetrics: true, trustedProxies: { hops: 1 } });

beforeEach(async () => {
  lines.length = 0;
  await server.db.delete(attempts);
});

const violation = (number = 1) => ({
  type: 'csp-violation',
  body: {
    ...{ documentURL: 'https://afield.test/c/off_1.1.sEcrEt', blockedURL: `https://evil.test:${number}/sEcrEt` },
    ...{ effectiveDirective: 'connect-src', sourceFile: 'https://afield.test/c/assets/page-1a.js', sample: 'sEcrEt' },
    ...{ disposition: 'enforce', lineNumber: 1, columnNumber: number },
  },
});
const send = (body: string, headers: Record<string, string> = {}, method = 'POST') =>
  server.app.request('/reports', {
    method,
    headers: { 'Content-Type': 'application/reports+json', ...headers },
    ...(method === 'POST' ? { body } : {}),
  });
const sendAll = async (...reports: object[]) => (await send(JSON.stringify(reports))).status;

test('a violation is logged and counted, without the link token in its page’s URL', async () => {
  expect(await sendAll(violation())).toBe(204);
  const facts = { directive: 'connect-src', page: 'creator', blocked: 'https://evil.test:1' };
  expect(lines).toMatchObject([{ level: 40, ...facts, source: '/c/assets/page-1a.js:1:1' }]);
  expect(JSON.stringify(lines)).not.toContain('sEcrEt');
  const counted = { directive: 'connect-src', disposition: 'enforce' };
  expect((await scrape(server)).valueOf('afield_policy_reports_total', counted)).toBe(1);
});

test('a violation by a user’s extension isn’t logged', async () => {
  const { type, body } = violation();
  expect(await sendAll({ type, body: { ...body, sourceFile: 'chrome-extension://abc/x.js' } })).toBe(204);
  expect(lines).toEqual([]);
});

test('one body produces at most five log lines', async () => {
  expect(await sendAll(...Array.from({ length: 40 }, (_, number) => violation(number + 1)))).toBe(204);
  expect(lines).toHaveLength(5);
});

test.each([
  ['of another type', JSON.stringify([violation()]), { 'Content-Type': 'application/json' }, 415],
  ['that isn’t JSON', '[', {}, 400],
  ['that isn’t a report', '{"a":1}', {}, 400],
  ['that is deeply nested', '['.repeat(1_000), {}, 400],
  ['that is too large', JSON.stringify(['x'.repeat(20_000)]), {}, 413],
] as const)('a body %s is refused and not logged', async (_, body, headers, status) => {
  expect((await send(body, headers)).status).toBe(status);
  expect(lines).toEqual([]);
});

test('one network can report twenty times in a quarter of an hour, all networks together five hundred times', async () => {
  const from = async (address: string) =>
    (await send(JSON.stringify([violation()]), { 'X-Forwarded-For': address })).status;
  const statuses: number[] = [];
  for (let sent = 0; sent < 21; sent += 1) statuses.push(await from('192.0.2.1'));
  expect([statuses.filter((status) => status === 204).length, statuses.at(-1)]).toEqual([20, 429]);
  expect(await from('192.0.2.2')).toBe(204);
  await server.db.update(attempts).set({ count: 500 });
  expect(await from('192.0.2.3')).toBe(429);
});

test('reports can’t be read', async () => {
  expect((await send('', {}, 'GET')).status).toBe(404);
});
