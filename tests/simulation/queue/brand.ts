import type { BrandRecord, RecordRef } from '#contract/brand-record.ts';
import { readActions } from '#sw/queue/outbox/actions.ts';
import type { EventOf, HistoryEvent } from '#tests/support/history/event.ts';
import { type HistoryRecorder, recordHistory } from '#tests/support/history/recorder.ts';
import type { FakePhone } from '#tests/support/worker/fake-phone.ts';
import { campaignIdOf, offerIdOf } from '#tests/support/worker/model-server.ts';
import type { Random } from './random.ts';

export const brandIds = ['brd_1', 'brd_2'] as const;
export type BrandId = (typeof brandIds)[number];

/** Offers of each brand have numbers of their own, so that an id says whose it is. */
const firstOffer: Record<BrandId, number> = { brd_1: 1, brd_2: 101 };
export const ownerOf = (id: string): BrandId => {
  const first = id.startsWith('cmp_') ? campaignIdOf(firstOffer.brd_2) : offerIdOf(firstOffer.brd_2);
  return id < first ? 'brd_1' : 'brd_2';
};

type Decision = Omit<EventOf<'invoke'>, 'kind' | 'at' | 'brandId'>;

/** A brand as the simulation knows it: its history, its offers at the server, and what was seen of them. */
export interface Brand {
  readonly id: BrandId;
  readonly history: HistoryRecorder;
  /** All that was ever decided, by action. */
  readonly decided: Map<string, Decision>;
  /** Nothing is decided any more: the run is about to be judged. */
  isOver: boolean;
  /** Ids of the offers that somebody looks at. */
  readonly looked: Set<string>;
  /** Ids of the offers that the server has. */
  offers(): readonly [string, ...string[]];
  addOffer(): void;
  addCampaign(): void;
  /** Any record; an offer where there is no campaign. */
  pick(random: Random): RecordRef;
  versionAtServer(id: string): number;
  /** Notes what a page was shown, and what it was told of its age. `asked`: the server's version when it was asked for. */
  sees(record: BrandRecord, seen: { by: object; isFresh: boolean; asked: number }): void;
  /** Notes that the user took an action back; of one that nobody knows to be refused they only let go. */
  takesBack(actionId: string): void;
  /** True for a mark that the queue has ended itself, since the server refused it; notes it. */
  wasEnded(actionId: string): boolean;
  /** Whether an action is neither in the queue nor settled. */
  isGone(actionId: string): Promise<boolean>;
  /** Answers that were told as new and were not, and content that the server never had. */
  readonly falselyTold: string[];
}

/** What is known of the phone's storage. */
interface BrandPhone {
  isReadable(): boolean;
  wasCopyBehind(): boolean;
}

export function createBrand(
  id: BrandId,
  phone: Pick<FakePhone, 'server' | 'clock' | 'outbox'>,
  { isReadable, wasCopyBehind }: BrandPhone,
): Brand {
  const { server, clock, outbox } = phone;
  const history = recordHistory({ now: clock.trueNow });
  const falselyTold: string[] = [];
  const viewers = new Map<object, string>();
  const decided: Brand['decided'] = new Map();
  let made = 0;
  let madeCampaigns = 0;

  const versionAtServer = (recordId: string) => {
    const record = [...server.offersOf(id), ...server.campaignsOf(id)].find((each) => each.id === recordId);
    return (record && server.versionOf(record)) ?? 0;
  };
  function offers(): [string, ...string[]] {
    const [first, ...others] = server.offersOf(id).map((offer) => offer.id);
    if (first === undefined) throw new Error(`${id} has no offers`);
    return [first, ...others];
  }
  const viewerOf = (page: object) => {
    const known = viewers.get(page) ?? `page ${viewers.size + 1}`;
    viewers.set(page, known);
    return known;
  };

  /** The version that an archiving or a mark which waits is laid over: they show what the server may not have yet. */
  function underChanges(value: BrandRecord['value']): number | null {
    if (!('unread' in value)) return null;
    const isMarked = [...decided.values()].some(({ recordId, wish }) => recordId === value.id && wish === 'mark-read');
    const told = value.pendingAction === undefined ? value : { ...value, status: 'ACTIVE' as const };
    return server.versionOf(told) ?? (isMarked ? server.versionOf({ ...told, unread: true }) : null);
  }

  return {
    id,
    history,
    decided,
    isOver: false,
    looked: new Set(),
    falselyTold,
    offers,
    addOffer() {
      server.addOffer(id, offerIdOf(firstOffer[id] + made));
      made += 1;
    },
    addCampaign() {
      server.addCampaign(id, campaignIdOf(firstOffer[id] + madeCampaigns));
      madeCampaigns += 1;
    },
    pick(random) {
      const [first, ...others] = server.campaignsOf(id).map((campaign) => campaign.id);
      // With no campaigns nothing is drawn: what was found with decisions alone is found again.
      if (first !== undefined && random.chance(0.35)) return { type: 'campaign', id: random.pick([first, ...others]) };
      return { type: 'offer', id: random.pick(offers()) };
    },
    versionAtServer,
    sees({ value }, { by, isFresh, asked }) {
      const version = server.versionOf(value) ?? underChanges(value);
      if (version === null) {
        falselyTold.push(`${value.id} was never so: ${JSON.stringify(value)}`);
        return;
      }
      // What the copy did not take in such trouble was shown all the same; later it has only what is older, and says how old.
      if (isFresh || !wasCopyBehind())
        history.record({ kind: 'shown', recordId: value.id, version, viewer: viewerOf(by) });
      const wasRestored = history.events().some(({ kind }) => kind === 'restored');
      if (isFresh && version < asked && !wasRestored) {
        falselyTold.push(`version ${version} of ${value.id} told as new, where the server had ${asked}`);
      }
    },
    takesBack(actionId) {
      const isOfIt = (event: HistoryEvent): event is EventOf<'parked'> =>
        event.kind === 'parked' && event.actionId === actionId;
      const isUnknown = history.events().findLast(isOfIt)?.certainty === 'unknown';
      history.record({ kind: isUnknown ? 'abandoned' : 'undone', actionId });
    },
    wasEnded(actionId) {
      const isOfIt = (event: HistoryEvent) => 'actionId' in event && event.actionId === actionId;
      const own = history.events().filter(isOfIt);
      const asked = own.findLastIndex(({ kind }) => kind === 'invoke' || kind === 'parked');
      if (decided.get(actionId)?.wish !== 'mark-read' || own[asked]?.kind === 'parked') return false;
      if (!own.some(({ kind }) => kind === 'denied')) falselyTold.push(`${actionId} was ended, and never refused`);
      history.record({ kind: 'abandoned', actionId });
      return true;
    },
    async isGone(actionId) {
      if (!isReadable()) return false;
      const waiting = await readActions(outbox, id);
      const receipt = await outbox.run((database) => database.get('receipts', actionId));
      return receipt === undefined && waiting.every((action) => action.actionId !== actionId);
    },
  };
}
