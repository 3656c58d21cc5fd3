import { defineConfig } from '@playwright/test';
import { findFirefox } from '#tests/support/browsers/firefox.mjs';
import { missingForWebKit } from '#tests/support/webkit/requirements.mjs';
import type { EngineOptions } from './fixtures/test.ts';

const resultsFile = process.env.AFIELD_PLAYWRIGHT_JSON;
const engines = [
  'chromium' as const,
  ...(findFirefox() ? ['firefox' as const] : []),
  ...(missingForWebKit().length === 0 ? ['webkit' as const] : []),
];

/** The main scenarios in all engines. The tests are written once, for a phone, and don't depend on a browser. */
export default defineConfig<EngineOptions>({
  testDir: '.',
  testMatch: '**/*.phone.ts',
  outputDir: '../../test-results/engines',
  globalSetup: '../e2e/set-up.ts',
  globalTeardown: '../e2e/clean-up.ts',
  forbidOnly: true,
  retries: 0,
  workers: Number(process.env.AFIELD_E2E_WORKERS ?? 2),
  fullyParallel: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['../runner/progress.mjs'],
    ...(resultsFile ? [['json', { outputFile: resultsFile }] as const] : []),
  ],
  projects: engines.map((engine) => ({ name: engine, use: { engine } })),
});
