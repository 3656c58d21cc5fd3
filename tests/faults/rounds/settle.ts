import { setTimeout as wait } from 'node:timers/promises';
import type { Creators } from './creators.ts';
import type { Device, OpenTab } from './device.ts';
import { look, press, type Screen } from './screen.ts';
import type { ScreenLog } from './screen-log.ts';
import { badgeIn } from './words.ts';

const stepMs = 150;
/** Longer than any step may take: a screen that isn't settled by then never will be. */
const limitMs = 60_000;

/**
 * Polls until the condition holds. @returns true if it held in time; an error counts as not yet, since the page may be
 * loading
 */
export async function eventually(isSo: () => Promise<boolean> | boolean, forMs = limitMs): Promise<boolean> {
  const deadline = Date.now() + forMs;
  for (;;) {
    try {
      if (await isSo()) return true;
    } catch {
      // The page is loading, or its browser is starting.
    }
    if (Date.now() > deadline) return false;
    await wait(stepMs);
  }
}

const isWaiting = ({ text }: Screen['rows'][number]) => badgeIn(text)?.meaning?.word === 'saved';

/** True if the banner shows nothing in flight, and no row of the list is pending. */
export const isSettled = (screen: Screen | null): boolean =>
  /^Up to date|needs? attention/.test(screen?.banner ?? '') && !screen?.rows.some(isWaiting);

/** Closes everything that overlays the list. @returns true if neither panel nor drawer was open */
async function showList({ tab }: OpenTab): Promise<boolean> {
  const { panel, drawer, toasts } = await look(tab);
  if (toasts.length > 0) await press(tab, 'toasts', /^Close$/);
  if (drawer) await press(tab, 'drawer', /^Close$/);
  if (panel) await press(tab, 'panel', /^Close offer$/);
  return panel === null && drawer === null;
}

/** Opens an offer, so that the watch reads its panel, and closes it. */
async function readOffer(open: OpenTab, creator: string): Promise<void> {
  await eventually(() => showList(open), 5_000);
  const isShown = async () => (await look(open.tab)).panel?.title === creator;
  await eventually(async () => (await press(open.tab, 'page', new RegExp(creator))) !== null, 5_000);
  await eventually(isShown, 5_000);
  // The watch must look at least once in that time.
  await wait(400);
  await eventually(() => showList(open), 5_000);
}

/** Takes one step towards an empty queue. @returns true if nothing needs attention anymore */
async function discardNext(open: OpenTab): Promise<boolean> {
  const { tab } = open;
  const { banner, drawer } = await look(tab);
  const isClear = !/attention/.test(banner ?? '');
  if (isClear) return showList(open);
  if (drawer) await press(tab, 'drawer', /^(Discard|Review again|Dismiss): /);
  else if (await showList(open)) await press(tab, 'banner', /^Review$/);
  return false;
}

/**
 * Waits after the network's return until the app reports that it is done, and reads the offers whose undo is in doubt.
 */
export async function settle(
  device: Device,
  creators: Creators,
  screenLog: ScreenLog,
): Promise<{ isSettled: boolean; banner: string }> {
  const first = () => device.tabs()[0];
  const done = await eventually(() => isSettled(first()?.screen ?? null));
  const open = first();
  if (open === undefined) return { isSettled: false, banner: 'no page' };
  const banner = open.screen?.banner ?? 'no banner';
  for (const { offerId, takenBack } of screenLog.actions) {
    const offer = creators.offers.find(({ id }) => id === offerId);
    if (takenBack && offer) await readOffer(open, offer.creator);
  }
  return { isSettled: done, banner };
}

/** Discards refused decisions, so that the next round starts without any. @returns false if some remain */
export async function clearAttention(device: Device): Promise<boolean> {
  const [open] = device.tabs();
  return open !== undefined && eventually(() => discardNext(open), 20_000);
}

/** Offers whose badge differs from the server after the app had time to sync. */
export async function differences(device: Device, creators: Creators): Promise<string[]> {
  const wanted = await creators.badges();
  const wrong = () => {
    const rows = device.tabs()[0]?.screen?.rows ?? [];
    return creators.offers.flatMap(({ id, creator }) => {
      const text = rows.find(({ offerId }) => offerId === id)?.text ?? 'nothing';
      const badge = badgeIn(text)?.badge ?? text;
      return badge === wanted.get(id) ? [] : [`${creator}: shows ${badge}, the server has ${wanted.get(id)}`];
    });
  };
  await eventually(() => wrong().length === 0, 20_000);
  return wrong();
}
