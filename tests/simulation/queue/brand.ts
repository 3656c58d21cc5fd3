import type { BrandRecord, RecordRef } from '#contract/worker/brand-record.ts';
import { readActions } from '#sw/queue/outbox/actions.ts';
import type { EventOf, HistoryEvent } from '#tests/support/history/event.ts';
import { type HistoryRecorder, recordHistory } from '#tests/support/history/recorder.ts';
import type { FakePhone } from '#tests/support/worker/fake-phone.ts';
import { campaignIdOf, offerIdOf } from '#tests/support/worker/model-server.ts';
import type { Random } from './random.ts';

export const brandIds = ['brd_1', 'brd_2'] as const;
export type BrandId = (typeof brandIds)[number];

/** The brands' offers have separate numbers, so an id identifies its brand. */
const firstOffer: Record<BrandId, number> = { brd_1: 1, brd_2: 101 };
export const ownerOf = (id: string): BrandId => {
  const first = id.startsWith('cmp_') ? campaignIdOf(firstOffer.brd_2) : offerIdOf(firstOffer.brd_2);
  return id < first ? 'brd_1' : 'brd_2';
};

type Decision = Omit<EventOf<'invoke'>, 'kind' | 'at' | 'brandId'>;

/** A brand in the simulation: its history, its offers on the server, and the content its users have seen. */
export interface Brand {
  readonly id: BrandId;
  readonly history: HistoryRecorder;
  /** Every decision so far, by action id. */
  readonly decided: Map<string, Decision>;
  /** True once no more decisions are made, because the run is about to be checked. */
  isOver: boolean;
  /** Ids of offers that a user is looking at. */
  readonly looked: Set<string>;
  /** Ids of offers on the server. */
  offers(): readonly [string, ...string[]];
  addOffer(): void;
  addCampaign(): void;
  /** A random record; always an offer if there are no campaigns. */
  pick(random: Random): RecordRef;
  versionAtServer(id: string): number;
  /**
   * Records the content that a page showed, and whether it was marked fresh. `asked`: the server's version at the time
   * of the request.
   */
  sees(record: BrandRecord, seen: { by: object; isFresh: boolean; asked: number }): void;
  /** Records that the user undid an action; one not known to be refused may still have arrived. */
  takesBack(actionId: string): void;
  /** Records an undo request while the storage can't be read: it may take effect although the reply was no. */
  triesToTakeBack(actionId: string): void;
  /** Records such undos once the storage can be read. */
  noteTakenBack(): Promise<void>;
  /** True for a mark-as-read that the queue itself dropped because the server refused it; records that. */
  wasEnded(actionId: string): boolean;
  /** True if an action is neither in the queue nor settled. */
  isGone(actionId: string): Promise<boolean>;
  /** Responses marked fresh that weren't, and content that the server never had. */
  readonly falseReports: string[];
}

/** State of the phone's storage. */
interface BrandPhone {
  isReadable(): boolean;
  wasCopyBehind(): boolean;
  /** True if the server's clock was set back: for a minute the copy attributes its records to a lagging replica. */
  wasServerSetBack(): boolean;
}

export function createBrand(
  id: BrandId,
  phone: Pick<FakePhone, 'server' | 'clock' | 'outbox'>,
  { isReadable, wasCopyBehind, wasServerSetBack }: BrandPhone,
): Brand {
  const { server, clock, outbox } = phone;
  const history = recordHistory({ now: clock.trueNow });
  const falseReports: string[] = [];
  const viewers = new Map<object, string>();
  const decided: Brand['decided'] = new Map();
  const tried = new Set<string>();
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

  /** The version below a queued archival, rename or mark-as-read, which screens apply to it. */
  function underChanges(value: BrandRecord['value']): number | null {
    if (!('unread' in value)) return null;
    const isMarked = [...decided.values()].some(
      ({ recordId, operation }) => recordId === value.id && operation === 'mark-read',
    );
    const name = server.nameIn(value.viewCount);
    const stored = value.pendingAction === undefined ? value : { ...value, status: 'ACTIVE' as const, name };
    return server.versionOf(stored) ?? (isMarked ? server.versionOf({ ...stored, unread: true }) : null);
  }

  return {
    id,
    history,
    decided,
    isOver: false,
    looked: new Set(),
    falseReports,
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
      // Without campaigns no random number is used, so that old seeds of decisions alone find the same faults.
      if (first !== undefined && random.chance(0.35)) return { type: 'campaign', id: random.pick([first, ...others]) };
      return { type: 'offer', id: random.pick(offers()) };
    },
    versionAtServer,
    sees({ value }, { by, isFresh, asked }) {
      const version = server.versionOf(value) ?? underChanges(value);
      if (version === null) {
        falseReports.push(`${value.id} was never so: ${JSON.stringify(value)}`);
        return;
      }
      // If the storage fails, the page shows responses that the copy didn't store; later it shows older content with
      // its age.
      if (isFresh || !wasCopyBehind())
        history.record({ kind: 'shown', recordId: value.id, version, viewer: viewerOf(by) });
      const wasRestored = history.events().some(({ kind }) => kind === 'restored');
      if (isFresh && version < asked && !wasRestored && !wasServerSetBack()) {
        falseReports.push(`version ${version} of ${value.id} reported as new, where the server had ${asked}`);
      }
    },
    takesBack(actionId) {
      const isOfIt = (event: HistoryEvent): event is EventOf<'parked'> =>
        event.kind === 'parked' && event.actionId === actionId;
      const isUnknown = history.events().findLast(isOfIt)?.certainty === 'unknown';
      history.record({ kind: isUnknown ? 'abandoned' : 'undone', actionId });
    },
    triesToTakeBack(actionId) {
      if (!isReadable()) tried.add(actionId);
    },
    async noteTakenBack() {
      for (const actionId of tried) {
        const isOfIt = (event: HistoryEvent) => 'actionId' in event && event.actionId === actionId;
        const last = history.events().findLast(isOfIt)?.kind;
        if (['undone', 'abandoned', 'sent'].includes(last ?? '')) tried.delete(actionId);
        else if (await this.isGone(actionId)) this.takesBack(actionId);
      }
    },
    wasEnded(actionId) {
      const isOfIt = (event: HistoryEvent) => 'actionId' in event && event.actionId === actionId;
      const own = history.events().filter(isOfIt);
      const asked = own.findLastIndex(({ kind }) => kind === 'invoke' || kind === 'parked');
      if (decided.get(actionId)?.operation !== 'mark-read' || own[asked]?.kind === 'parked') return false;
      if (!own.some(({ kind }) => kind === 'denied')) falseReports.push(`${actionId} was ended, and never refused`);
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
