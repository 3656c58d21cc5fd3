import { expect, test } from 'vitest';
import { startTelemetry } from '#server/observing/telemetry.ts';

/** Starts telemetry with these variables. @returns the loaded modules, and the problem */
async function startWith(env: Record<string, string>, failure?: Error) {
  const loaded: string[] = [];
  const problem = await startTelemetry(env, async (name) => {
    loaded.push(name);
    if (failure !== undefined) throw failure;
  });
  return { loaded, problem };
}

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
const registered = ['@opentelemetry/auto-instrumentations-node/register'];

test.each([
  ['an address', endpoint],
  ['an address for traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318' }],
  ['an exporter', { OTEL_TRACES_EXPORTER: 'console' }],
])('telemetry is enabled by %s', async (_, env) => {
  expect(await startWith(env)).toEqual({ loaded: registered, problem: null });
});

test.each([
  ['nothing', {}],
  ['a name alone', { OTEL_SERVICE_NAME: 'afield' }],
  ['an empty address', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }],
  ['being disabled', { ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }],
])('telemetry isn’t enabled by %s', async (_, env) => {
  expect(await startWith(env)).toEqual({ loaded: [], problem: null });
});

test('the server runs without the packages, and logs what to install', async () => {
  const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  const { problem } = await startWith(endpoint, missing);
  expect(problem).toBe(
    "OpenTelemetry can't be started: install @opentelemetry/auto-instrumentations-node beside the server.",
  );
  expect((await startWith(endpoint, new TypeError('a fault'))).problem).toContain('TypeError: a fault');
});
