import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, firefox as playwrightFirefox } from 'playwright';
import { browserEnv } from '#tests/support/browsers/chromium.mjs';
import { findFirefox } from '#tests/support/browsers/firefox.mjs';
import type { Engine } from './phone.ts';
import { openPlaywrightTab, prepareContext } from './playwright-tab.ts';

/**
 * A script that writes its process id into the profile and then becomes Firefox, since Playwright, which starts it,
 * doesn't expose the id.
 */
function notedFirefox(profile: string): { program: string; processId(): number } {
  const executable = findFirefox();
  if (executable === undefined) throw new Error('No Firefox found. Set AFIELD_FIREFOX, or install firefox-esr.');
  const program = join(profile, 'start-firefox');
  const note = join(profile, 'process-id');
  writeFileSync(program, `#!/bin/sh\necho $$ > '${note}'\nexec '${executable}' "$@"\n`);
  chmodSync(program, 0o755);
  return { program, processId: () => Number(readFileSync(note, 'utf8')) };
}

/** Resolves once the browser and all of its processes are gone. */
async function kill(context: BrowserContext, processId: number): Promise<void> {
  const gone = new Promise<void>((resolve) => context.once('close', () => resolve()));
  // Playwright starts the browser as the leader of a process group.
  process.kill(-processId, 'SIGKILL');
  await gone;
}

/** Firefox with its own profile. */
export const firefox: Engine = {
  async start(options) {
    const { program, processId } = notedFirefox(options.profile);
    const context = await playwrightFirefox.launchPersistentContext(options.profile, {
      channel: 'moz-firefox',
      executablePath: program,
      env: { ...browserEnv(), HOME: options.profile },
      viewport: options.viewport,
      // Tabs open at a kill would be restored beside those that a test opens.
      firefoxUserPrefs: { 'browser.sessionstore.resume_from_crash': false },
    });
    await prepareContext(context, options);
    return {
      newTab: () => openPlaywrightTab(context, options),
      kill: () => kill(context, processId()),
      quit: () => context.close(),
    };
  },
  async evict({ profile }) {
    for (const name of ['storage', 'storage.sqlite', 'serviceworker.txt', 'webappsstore.sqlite']) {
      const path = join(profile, name);
      if (existsSync(path)) rmSync(path, { recursive: true });
    }
  },
};
