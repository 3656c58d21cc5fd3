import { rmSync } from 'node:fs';
import { browserHome } from '#tests/support/browsers/chromium.mjs';

/** Removes the browsers' temporary home. Retries because a closing browser may still write there. */
export default function cleanUp(): void {
  rmSync(browserHome(), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
