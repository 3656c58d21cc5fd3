import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { localServer } from '#tests/support/servers/local-server.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { startProcess } from '#tests/support/servers/process.ts';
import { selectorsOf } from '#tests/support/services/promql.ts';
import { readScrape, type Scrape } from '#tests/support/services/scrape.ts';

const token = 'a'.repeat(64);
const dir = newFolder(afterAll);

/** A port without a listener. */
async function freePort(): Promise<string> {
  const { url, close } = await localServer(() => ({ status: 200, body: {} }));
  await close();
  return url.port;
}

const port = await freePort();
const { child, ready, ended } = startProcess({
  ...{ DATA_DIR: join(dir, 'data'), PORT: '0', SEED_DEMO: '0', LOG_LEVEL: 'warn' },
  ...{ METRICS_PORT: port, METRICS_TOKEN: token },
});
afterAll(async () => {
  child.kill('SIGKILL');
  await ended;
});
const at = `http://127.0.0.1:${port}/metrics`;
const read = (headers: Record<string, string> = { Authorization: `Bearer ${token}` }) => fetch(at, { headers });
let scrape: Scrape;

beforeAll(async () => {
  const address = await ready;
  for (const path of ['/health', '/brand/v1.0/brands/current', '/creator/v1.0/offer']) await fetch(`${address}${path}`);
  scrape = readScrape(await (await read()).text());
});

describe('the metrics port', () => {
  test('responds to requests with the token', async () => {
    for (const headers of [{}, { Authorization: `Bearer ${token}x` }, { Authorization: token }]) {
      const { status, headers: answered } = await read(headers);
      expect([status, answered.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    }
    expect((await read()).headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  test('serves nothing else, and the app’s port serves no metrics', async () => {
    const address = await ready;
    expect((await fetch(new URL('/health', at))).status).toBe(404);
    const { status } = await fetch(`${address}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
    expect(status).toBe(404);
  });
});

/** Series that Prometheus creates itself, and labels that it adds. */
const ofPrometheus = { metrics: ['up'], labels: ['instance', 'job'] };
/** Their values depend on traffic, so a scrape needn't have all of them. */
const openLabels = ['status', 'method', 'route', ...ofPrometheus.labels];

/** Faults of a query: references that the scrape lacks. */
function faultsOf(query: string, { samples }: Scrape): string[] {
  // Replaces Grafana's variables as Grafana does.
  const plain = query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');
  return selectorsOf(plain).flatMap(({ metric, matchers, grouping }) => {
    if (ofPrometheus.metrics.includes(metric)) return [];
    const series = samples.filter(({ name }) => name === metric);
    if (series.length === 0) return [`no metric ${metric}`];
    const labels = [...matchers.map(({ label }) => label), ...grouping];
    const unknown = labels.filter(
      (label) => !ofPrometheus.labels.includes(label) && !series.some((each) => label in each.labels),
    );
    const unmatched = matchers.filter(({ label, op, value }) => {
      if (openLabels.includes(label) || unknown.includes(label)) return false;
      const alternatives = op === '=~' || op === '!~' ? value.split('|') : [value];
      return !alternatives.every((each) =>
        series.some(({ labels: has }) => RegExp(`^(?:${each})$`).test(has[label] ?? '')),
      );
    });
    return [
      ...unknown.map((label) => `${metric} has no label ${label}`),
      ...unmatched.map(({ label, value }) => `no ${metric} with ${label} ${value}`),
    ];
  });
}

const rulesSchema = v.object({
  groups: v.array(
    v.object({
      rules: v.array(v.object({ alert: v.string(), expr: v.string(), annotations: v.record(v.string(), v.string()) })),
    }),
  ),
});
const dashboardSchema = v.object({
  panels: v.array(
    v.object({
      title: v.string(),
      targets: v.optional(v.array(v.object({ expr: v.string(), legendFormat: v.string() })), []),
    }),
  ),
});
const rules = v
  .parse(rulesSchema, parse(readFileSync('docs/observing/alerts.yml', 'utf8')))
  .groups.flatMap((group) => group.rules);
const targets = v
  .parse(dashboardSchema, JSON.parse(readFileSync('docs/observing/dashboard.json', 'utf8')))
  .panels.flatMap(({ title, targets: given }) =>
    given.map(({ expr, legendFormat }) => ({ title, expr, legend: legendFormat })),
  );

describe('queries', () => {
  test.each([
    ['afield_nothing > 0', ['no metric afield_nothing']],
    ['sum by (brand) (afield_jobs)', ['afield_jobs has no label brand']],
    ['afield_jobs{brand="x"}', ['afield_jobs has no label brand']],
    ['afield_jobs{kind="telegram"}', ['no afield_jobs with kind telegram']],
    ['afield_job_tries_total{result=~"failed|gone"}', ['no afield_job_tries_total with result failed|gone']],
    ['up == 0 and on (instance) max by (instance, kind) (afield_jobs{kind="mail"})', []],
  ])('the faults of %s are found', (query, faults) => {
    expect(faultsOf(query, scrape)).toEqual(faults);
  });

  test('an expression that isn’t PromQL is refused', () => {
    for (const query of ['sum(afield_jobs', 'afield_jobs{kind=mail}', '1 + 1']) {
      expect(() => faultsOf(query, scrape)).toThrow();
    }
  });

  test('alerts use metrics that the server exports', () => {
    expect(rules.length).toBeGreaterThan(10);
    const wrong = rules.flatMap(({ alert, expr }) => faultsOf(expr, scrape).map((fault) => `${alert}: ${fault}`));
    expect(wrong).toEqual([]);
  });

  test('dashboard panels use metrics that the server exports', () => {
    expect(targets.length).toBeGreaterThan(25);
    const wrong = targets.flatMap(({ title, expr }) => faultsOf(expr, scrape).map((fault) => `${title}: ${fault}`));
    expect(wrong).toEqual([]);
  });

  test('texts of alerts and legends use labels that their queries keep', () => {
    const texts = [
      ...rules.map(({ alert, expr, annotations }) => ({ of: alert, expr, text: Object.values(annotations).join() })),
      ...targets.map(({ title, expr, legend }) => ({ of: title, expr, text: legend })),
    ];
    const wrong = texts.flatMap(({ of, expr, text }) => {
      const named = [...text.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label = '']) => label);
      // A query that groups loses all other labels; one that doesn't keeps those of its series.
      const grouping = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(/,\s*/);
      const kept = grouping ?? ofPrometheus.labels;
      return named.filter((label) => !kept.includes(label)).map((label) => `${of}: ${label}`);
    });
    expect(wrong).toEqual([]);
  });

  test('every metric of ours is on the dashboard', () => {
    const families = [...scrape.text.matchAll(/^# TYPE (afield_\w+)/gm)].map(([, name = '']) => name);
    expect(families.length).toBeGreaterThan(20);
    const read = targets.map(({ expr }) => expr).join('\n');
    expect(families.filter((name) => !RegExp(`\\b${name}(_bucket|_sum|_count)?\\b`).test(read))).toEqual([]);
  });
});

test('a metrics port in use is reported in a sentence', async () => {
  const other = await localServer(() => ({ status: 200, body: {} }));
  const settings = { DATA_DIR: join(dir, 'other'), PORT: '0', SEED_DEMO: '0', METRICS_PORT: other.url.port };
  const second = startProcess(settings);
  onTestFinished(() => void second.child.kill('SIGKILL'));
  const { code, stderr } = await second.ended;
  await other.close();
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Afield can't start: METRICS_PORT can't be used: .*EADDRINUSE.*\n$/);
  expect(existsSync(settings.DATA_DIR)).toBe(false);
});
