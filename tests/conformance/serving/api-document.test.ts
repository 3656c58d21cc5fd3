import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server } = await apiServer();

test('the server publishes its whole contract as OpenAPI, to tools of any origin', async () => {
  const response = await server.app.request('/openapi.json');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/json');
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  const document = await response.json();
  expect(document).toEqual(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));
  expect(Object.keys(document.paths)).toContain(endpoints.acceptEvidence.path);
});

test('the OpenAPI document is compressed', async () => {
  const whole = await (await server.app.request('/openapi.json')).arrayBuffer();
  const packed = await server.app.request('/openapi.json', { headers: { 'Accept-Encoding': 'gzip' } });
  expect(packed.headers.get('Content-Encoding')).toBe('gzip');
  expect((await packed.arrayBuffer()).byteLength).toBeLessThan(whole.byteLength / 5);
});
