import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listenForComplaints } from '#tests/e2e/fixtures/network/complaints.ts';
import type { AppServer } from '#tests/e2e/fixtures/server/app-server.ts';
import { makeBrand } from '#tests/e2e/fixtures/server/brand.ts';
import { type Engine, type Phone, startPhone, type Tab } from '#tests/engines/phones/phone.ts';
import { browserHome } from '#tests/support/browsers/chromium.mjs';
import { eventually } from './settle.ts';

/** Chromium writes local storage to disk up to 5 s after a change, and a kill loses the rest. */
const writtenDownMs = 6_000;

export interface Installed {
  phone: Phone;
  brandId: string;
  /** Number of rounds played on it. */
  rounds: number;
}

interface Options {
  engine: Engine;
  server: AppServer;
  origin: string;
  /** Path to load once the brand is logged in. */
  path: string;
  isReady(tab: Tab): Promise<boolean>;
  /** Called with each error of a page. */
  record(line: string): void;
}

/**
 * Runs in a page. The page's static markup has the login, marked as early until the app has started and hydrated it.
 */
const isLoginTaken = () => document.querySelector('#root:not([data-early]) input[type="password"]') !== null;

/** Logs a new brand in on a new profile, and waits until all of its data is stored and would survive a kill. */
export async function install({ engine, server, origin, path, isReady, record }: Options): Promise<Installed> {
  const { id: brandId } = await makeBrand(server);
  const profile = mkdtempSync(join(browserHome(), 'profile-'));
  const complaints = Object.assign(listenForComplaints(), { record });
  const phone = await startPhone(engine, { profile, origin, complaints });
  const tab = await phone.newTab();
  await tab.open('/');
  // An app that finds a session at startup leaves the login by itself, which would cut off the next navigation.
  if (!(await eventually(() => tab.evaluate(isLoginTaken), 20_000))) throw new Error('The login is not shown.');
  const session = await server.sessionOf(brandId);
  await tab.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(session));
  await tab.open(path);
  const isThere = () => eventually(() => isReady(tab), 20_000);
  // On a busy machine a worker's first installation may fail; reloading retries it.
  for (let tries = 1; !(await isThere()); tries += 1) {
    if (tries === 3) throw new Error('The app did not install itself.');
    await tab.reload();
  }
  await wait(writtenDownMs);
  await tab.close();
  return { phone, brandId, rounds: 0 };
}
