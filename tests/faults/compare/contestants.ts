import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ulid } from '#domain/shared/ulid.ts';
import type { Tab } from '#tests/engines/phones/phone.ts';
import { buildAlternative } from '../alternatives/build.ts';
import type { DecisionPage } from '../alternatives/decision.ts';
import { type Creators, markPattern, type RoundOffer } from '../rounds/creators.ts';
import { look, press, type Screen } from '../rounds/screen.ts';
import { eventually, isSettled } from '../rounds/settle.ts';
import { badgeIn, canDecide } from '../rounds/words.ts';

/** A decision that was made, with its content and the time of the tap. */
export interface Made {
  offerId: string;
  fulfillmentId: string;
  at: number;
}

/** A compared page, by which a brand approves. */
export interface Contestant {
  name: string;
  /** Folder of its build; undefined for Afield's own. */
  appDir?: string;
  path(creators: Creators): string;
  /** True if the page is there and can take a decision. */
  isOpen(tab: Tab): Promise<boolean>;
  /** Approves an offer's content; null if the page can't just now. */
  approve(tab: Tab, offer: RoundOffer, fulfillmentId: string, creators: Creators): Promise<Made | null>;
  /** Fulfillments whose decision still waits, or is shown as needing attention. */
  waiting(tab: Tab, creators: Creators): Promise<Set<string>>;
}

const afield: Contestant = {
  name: 'Afield',
  path: ({ campaignId }) => `/dashboard/campaigns/${campaignId}`,
  isOpen: async (tab) => (await look(tab)).rows.length > 0 || isSettled(await look(tab)),
  async approve(tab, { id, creator }, _fulfillmentId, { contentWith }) {
    await press(tab, 'panel', /^Close offer$/);
    if (!(await eventually(async () => (await press(tab, 'page', new RegExp(creator))) !== null, 1_500))) return null;
    let at = 0;
    let seen: Screen | null = null;
    const isPressed = async () => {
      const { panel } = await look(tab);
      if (panel?.title !== creator || !canDecide(panel)) return false;
      at = Date.now();
      seen = await press(tab, 'panel', /^Approve (draft|link)$/);
      return seen !== null;
    };
    // The panel slides in: a press before that would hit nothing.
    if (!(await eventually(isPressed, 2_500))) return null;
    const { panel } = seen as unknown as Screen;
    const fulfillmentId = contentWith(markPattern.exec(panel?.text ?? '')?.[0] ?? '');
    // A user closes the panel, too, before going on to the next offer.
    await wait(200);
    await press(tab, 'panel', /^Close offer$/).catch(() => null);
    return fulfillmentId === undefined ? null : { offerId: id, fulfillmentId, at };
  },
  async waiting(tab, creators) {
    const { rows } = await look(tab);
    const shown = await creators.waiting();
    const held = rows.flatMap(({ offerId, text }) =>
      /saved|unsure/.test(badgeIn(text)?.told?.word ?? '') ? [offerId] : [],
    );
    return new Set(shown.flatMap(({ offer, fulfillmentId }) => (held.includes(offer.id) ? [fulfillmentId] : [])));
  },
};

type WithPage = typeof globalThis & { decisionPage: DecisionPage };

function page(name: string, appDir: string, path: string): Contestant {
  const contentOf = new Map<string, string>();
  return {
    name,
    appDir,
    path: () => path,
    isOpen: (tab) => tab.evaluate(() => 'decisionPage' in globalThis && navigator.serviceWorker.controller !== null),
    async approve(tab, { id }, fulfillmentId) {
      const at = Date.now();
      const decision = { key: ulid(at, randomBytes(16)), offerId: id, fulfillmentId };
      contentOf.set(decision.key, fulfillmentId);
      await tab.evaluate((made) => (globalThis as WithPage).decisionPage.decide(made), decision);
      return { offerId: id, fulfillmentId, at };
    },
    async waiting(tab) {
      const keys = await tab.evaluate(() => (globalThis as WithPage).decisionPage.waiting());
      return new Set(keys.flatMap((key) => contentOf.get(key) ?? []));
    },
  };
}

/** Afield and its alternatives, each built into the folder. */
export async function contestantsIn(folder: string): Promise<Contestant[]> {
  const workbox = await buildAlternative('workbox', folder);
  const tanstack = await buildAlternative('tanstack', folder);
  return [
    afield,
    page('workbox-background-sync', workbox, '/'),
    page('TanStack Query', tanstack, '/'),
    page('TanStack Query, all pending kept', tanstack, '/?all'),
  ];
}
