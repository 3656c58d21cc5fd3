import * as v from 'valibot';
import type { Campaign } from '#contract/brand/campaign.ts';
import { isQuiet } from '#contract/brand/intent.ts';
import type { Offer } from '#contract/brand/offer.ts';
import type { QueuedAction } from '#contract/worker/sync-status.ts';
import { type ActionRow, actionRowSchema } from '#sw/database/action-row.ts';
import { type BrandId, brandIds, ownerOf } from './brand.ts';
import type { Page } from './page.ts';
import type { World } from './world.ts';

/** Findings of a run besides its histories; all are empty if the worker worked correctly. */
export interface Sights {
  /** Rows on the phone of a logged-out brand, or of one brand under another's name. */
  misplaced: string[];
  /** Decisions still pending although all faults were repaired and a page was open. */
  waiting: string[];
  /** Differences between the phone's data, or its messages, and the server's. */
  differences: string[];
}

/** Reads the phone's storage without side effects. */
export interface Onlooker {
  look(): Promise<void>;
  /** Compares the data of the phone and its pages with the server's, after all faults were repaired for a while. */
  compare(brandId: BrandId): Promise<void>;
  readonly sights: Sights;
}

const textOfAction = ({ actionId, state }: Pick<ActionRow, 'actionId' | 'state'> | QueuedAction) =>
  `${actionId} ${state}`;
const groupOf = ({ state, kind }: ActionRow) =>
  state === 'attention' ? 'attention' : isQuiet(kind) ? 'quiet' : 'waiting';
/** Number of actions that a status lists per group. */
const listed = 10;

function firstOfEach(actions: readonly ActionRow[]): ActionRow[] {
  const isOfGroup = (action: ActionRow) => (each: ActionRow) => groupOf(each) === groupOf(action);
  return actions.filter((action) => actions.filter(isOfGroup(action)).indexOf(action) < listed);
}

function countsOf(actions: readonly ActionRow[]) {
  const count = (group: string) => actions.filter((action) => groupOf(action) === group).length;
  return { attention: count('attention'), waiting: count('waiting'), quiet: count('quiet'), held: 0 };
}

export function createOnlooker(world: World): Onlooker {
  const { phone, brands, wiped } = world;
  const { clock, server } = phone;
  const sights: Sights = { misplaced: [], waiting: [], differences: [] };
  const versions = new Map<string, number>();

  const read = () =>
    clock.until(
      Promise.all([
        phone.outbox.run((database) => database.getAll('actions')),
        phone.outbox.run((database) => database.getAll('receipts')),
        phone.copy.run((database) => database.getAll('offers')),
        phone.copy.run((database) => database.getAllKeys('sync')),
        phone.copy.run((database) => database.getAll('campaigns')),
      ]),
    );

  async function look(): Promise<void> {
    if (!world.isReadable()) return;
    for (const id of brandIds) await clock.until(brands[id].noteTakenBack());
    const [actions, receipts, offers, syncs, stored] = await read();
    // Without added campaigns the server has the same default one for every brand, so its id names no owner.
    const campaigns = stored.filter(({ id }) => server.campaignsOf(ownerOf(id)).some((each) => each.id === id));
    for (const id of brandIds) {
      const waiting = actions.filter(({ brandId, state }) => brandId === id && state === 'waiting');
      brands[id].history.record({ kind: 'queue', actionIds: waiting.map(({ actionId }) => actionId) });
      if (!wiped.has(id)) continue;
      const left = [...actions, ...receipts, ...offers, ...campaigns].filter(({ brandId }) => brandId === id);
      if (left.length > 0 || syncs.includes(id)) sights.misplaced.push(`${left.length} rows of ${id}, which has left`);
    }
    for (const { brandId, id, value } of [...offers, ...campaigns]) {
      if (ownerOf(id) !== brandId) sights.misplaced.push(`${id} is stored as ${brandId}'s`);
      const version = server.versionOf(value as Offer | Campaign);
      if (version === null) sights.differences.push(`${id} was never so: ${JSON.stringify(value)}`);
      else if (versions.get(id) !== version)
        brands[ownerOf(id)].history.record({ kind: 'shown', recordId: id, version });
      if (version !== null) versions.set(id, version);
    }
  }

  async function compare(brandId: BrandId): Promise<void> {
    const [actions, , stored] = await read();
    // Parsed like in the worker, since some rows may have the first version's format.
    const own = actions.filter((row) => row.brandId === brandId).map((row) => v.parse(actionRowSchema, row));
    sights.waiting.push(...own.filter(({ state }) => state === 'waiting').map(({ actionId }) => actionId));
    const textOf = (offers: readonly Offer[]) =>
      offers
        .map((offer) => `version ${server.versionOf(offer)} of ${offer.id}`)
        .toSorted()
        .join();
    const atPhone = textOf(stored.filter((row) => row.brandId === brandId).map(({ value }) => value as Offer));
    const atServer = textOf(server.offersOf(brandId));
    if (atPhone !== atServer) sights.differences.push(`stored ${atPhone}; at the server ${atServer}`);
    for (const { page } of world.users()) {
      const pending = (id: string) => own.findLast(({ lane }) => lane === `offer ${id}`)?.actionId;
      const listOf = (offers: readonly Offer[], actionOf: (offer: Offer) => string | undefined) =>
        offers.map((offer) => `version ${server.versionOf(offer)} of ${offer.id} under ${actionOf(offer)}`).toSorted();
      const listed = listOf((await clock.until(page.list())) ?? [], (offer) => offer.pendingAction?.actionId).join();
      const expected = listOf(server.offersOf(brandId), ({ id }) => pending(id)).join();
      if (listed !== expected) sights.differences.push(`listed ${listed}, where it is ${expected}`);
      await compareCampaigns(brandId, page, own);
      const status = page.status();
      const reported = [...(status?.actions ?? []).map(textOfAction), JSON.stringify(status?.counts)].join();
      const isSo = [...firstOfEach(own).map(textOfAction), JSON.stringify(countsOf(own))].join();
      if (reported !== isSo) sights.differences.push(`the queue is reported as "${reported}", where it is "${isSo}"`);
      const { online, complete, refreshing, sending, sessionExpired } = status ?? {};
      const isWell = online && complete && !refreshing && sending === null && !sessionExpired;
      if (!isWell) sights.differences.push(`reported ${JSON.stringify(status)} where all is well`);
    }
  }

  /** Compares each list with the campaigns of its status, with pending intents applied. */
  async function compareCampaigns(brandId: BrandId, page: Page, own: readonly ActionRow[]): Promise<void> {
    const campaigns = server.campaignsOf(brandId);
    if (campaigns.length === 0) return;
    // A campaign doesn't show a refused mark-as-read.
    const isParked = (id: string) =>
      own.findLast(({ lane, kind }) => lane === `campaign ${id}` && !isQuiet(kind))?.actionId;
    for (const status of ['ACTIVE', 'ARCHIVED'] as const) {
      const listed = (await clock.until(page.campaigns(status))) ?? [];
      const textOf = (of: readonly Campaign[], actionOf: (campaign: Campaign) => string | undefined) =>
        of
          .map((each) => `version ${server.versionOf(each)} of ${each.id} under ${actionOf(each)}`)
          .toSorted()
          .join();
      const atPage = textOf(listed, ({ pendingAction }) => pendingAction?.actionId);
      const atServer = textOf(
        campaigns.filter((each) => each.status === status),
        ({ id }) => isParked(id),
      );
      if (atPage !== atServer) sights.differences.push(`${status} campaigns ${atPage}, where it is ${atServer}`);
    }
  }

  return { look, compare, sights };
}
