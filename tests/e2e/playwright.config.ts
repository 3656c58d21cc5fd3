import { defineConfig } from '@playwright/test';
import { browserEnv, chromiumLaunchOptions } from '#tests/support/chromium.mjs';
import { findFirefox } from '#tests/support/firefox.mjs';

const resultsFile = process.env.AFIELD_PLAYWRIGHT_JSON;
const firefox = findFirefox();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results/e2e',
  globalSetup: './set-up.ts',
  globalTeardown: './clean-up.ts',
  forbidOnly: true,
  // A test that passes at the second try hides a race: here races are the subject.
  retries: 0,
  // Each worker brings a browser and a server of its own: one a core.
  workers: Number(process.env.AFIELD_E2E_WORKERS ?? 2),
  fullyParallel: true,
  timeout: 180_000,
  // What is seen at once on an idle machine may take seconds on a busy one: nothing is proved by giving up early.
  expect: { timeout: 30_000 },
  reporter: [['list'], ...(resultsFile ? [['json', { outputFile: resultsFile }] as const] : [])],
  use: {
    // Without the film: it costs a third of a test's time, and the picture of the end says as much.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false },
    video: 'off',
    screenshot: 'only-on-failure',
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
