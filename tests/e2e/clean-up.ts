import { rmSync } from 'node:fs';
import { browserHome } from '#tests/support/browsers/chromium.mjs';

/** Removes the browsers' temporary home. A browser that is just closing may still write there, hence the retries. */
export default function cleanUp(): void {
  rmSync(browserHome(), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
