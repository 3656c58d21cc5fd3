import { defineConfig } from '@playwright/test';
import { browserEnv, chromiumLaunchOptions } from '#tests/support/browsers/chromium.mjs';
import { findFirefox } from '#tests/support/browsers/firefox.mjs';

const resultsFile = process.env.AFIELD_PLAYWRIGHT_JSON;
const firefox = findFirefox();
const isTraced = process.env.AFIELD_TRACES !== 'off';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results/e2e',
  globalSetup: './set-up.ts',
  globalTeardown: './clean-up.ts',
  forbidOnly: true,
  // A retry would hide a race, and races are the subject here.
  retries: 0,
  // Each worker has its own browser and server, so use one per core.
  workers: Number(process.env.AFIELD_E2E_WORKERS ?? 2),
  fullyParallel: true,
  timeout: 180_000,
  // An idle machine is instant and a busy one may need seconds: giving up early proves nothing.
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['../runner/progress.mjs'],
    ...(resultsFile ? [['json', { outputFile: resultsFile }] as const] : []),
  ],
  use: {
    // Recording screenshots takes a third of a test's time, and the final screenshot is as useful. The rest takes a
    // twelfth.
    trace: {
      mode: isTraced ? 'retain-on-failure' : 'off',
      ...{ screenshots: false, snapshots: true, sources: false },
    },
    video: 'off',
    // Playwright takes it before it knows whether the test fails.
    screenshot: isTraced ? 'only-on-failure' : 'off',
    viewport: { width: 390, height: 844 },
  },
  projects: [
    { name: 'chromium', use: { browserName: 'chromium', hasTouch: true, launchOptions: chromiumLaunchOptions() } },
    ...(firefox
      ? [
          {
            name: 'firefox',
            use: {
              browserName: 'firefox' as const,
              channel: 'moz-firefox',
              launchOptions: { executablePath: firefox, env: browserEnv() },
            },
          },
        ]
      : []),
  ],
});
