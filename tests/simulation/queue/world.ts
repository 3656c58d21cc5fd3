import type { SyncStatus } from '#contract/worker/sync-status.ts';
import type { StorageFault } from '#tests/support/browsers/storage-faults.ts';
import type { EventToRecord } from '#tests/support/history/recorder.ts';
import { createFakePhone, type FakePhone } from '#tests/support/worker/fake-phone.ts';
import { createLocalSession, type LocalSession } from '#tests/support/worker/local-session.ts';
import type { CampaignChanged, Restored } from '#tests/support/worker/model-offers.ts';
import { type Brand, type BrandId, brandIds, createBrand, ownerOf } from './brand.ts';
import { fateIn, type Weather } from './cable.ts';
import { asFirstWritten } from './first-rows.ts';
import type { SimulatedKind } from './kinds.ts';
import { openPage } from './page.ts';
import { type Random, randomOf } from './random.ts';
import { type User, userAt } from './user.ts';

export const databases = ['afield-copy', 'afield-outbox'] as const;
type Database = (typeof databases)[number];

/** A phone with its pages, the brands that use it in turn, the network and the server. */
export interface World {
  readonly random: Random;
  readonly phone: FakePhone;
  readonly brands: Readonly<Record<BrandId, Brand>>;
  /** The brand logged in on the phone; null after a logout. */
  loggedIn(): BrandId | null;
  /** True if the server has ended that brand's session. */
  isRevoked(): boolean;
  /** A user at an open page of the logged-in brand; null if there is none. */
  someone(): User | null;
  users(): readonly User[];
  setVisible(user: User | null, isVisible: boolean): void;
  openTab(): void;
  closeTab(user: User): void;
  /** Logs in the same brand or another; older pages stay open for `lingerMs`. */
  logIn(brandId: BrandId, lingerMs?: number): void;
  /** Sends one brand's id with another's token, like a page that reads a session while another tab writes it. */
  sendTorn(): void;
  /** Logs out like the page does, discarding pending intents. */
  logOut(user: User): Promise<void>;
  revoke(): void;
  setWeather(weather: Weather): void;
  /** Sets the server's clock back by this much. */
  setServerClockBack(ms: number): void;
  wasServerSetBack(): boolean;
  /** Gives one database, or both, a fault; null repairs them. */
  setStorage(database: Database | null, fault: StorageFault | null): void;
  /** True if the onlooker can read the storage. */
  isReadable(): boolean;
  /** Stops the worker at its n-th step from now, or at once. */
  stop(inSteps?: number): void;
  /** Lets a newer worker take over; the older one lives for some more seconds, and admits no other brand. */
  takeOver(): void;
  /** Stops the worker; the next one finds rows in the first version's format. */
  update(): Promise<void>;
  /** Cancels pending stops, and ends all decisions. */
  calm(): void;
  backUp(): void;
  /** Restores the server's backup, if it has one. */
  restore(): void;
  stops(): number;
  /** True if the server has a feed of changes. */
  readonly hasFeed: boolean;
  /** True if intents may be about campaigns. */
  readonly hasCampaigns: boolean;
  /** True if faults of storage and clocks affect sessions. */
  readonly hasSessionFaults: boolean;
  /** Brands whose data the worker claims to have wiped, until they log in again. */
  readonly wiped: ReadonlySet<BrandId>;
}

interface Options {
  /** True if faults of storage and clocks affect sessions, and pages refresh them, too. */
  hasSessionFaults: boolean;
}

export function createWorld(seed: number, kinds: readonly SimulatedKind[], { hasSessionFaults }: Options): World {
  const random = randomOf(seed);
  /** A provider's server that implements only the specification has no feed. */
  const hasFeed = random.chance(0.85);
  let stopIn = 0;
  let stops = 0;
  let weather: Weather = 'good';
  const storage = new Map<Database, StorageFault>();
  let wasCopyBehind = false;
  let wasServerSetBack = false;
  /** True while a failed storage waits for its next retry: no request can succeed until then. */
  let isStorageAwaited = false;
  let current: BrandId | null = 'brd_1';
  let isRevoked = false;
  let users: User[] = [];
  let stopOlder = () => {};
  let backup: (() => Restored) | null = null;
  /** Each brand's session in local storage since its last login. */
  const locals = new Map<BrandId, LocalSession>();
  const watched = new Set<BrandId>(brandIds);
  const wiped = new Set<BrandId>();

  const noteChanged = ({ actionId, campaignId }: CampaignChanged, operation: string) => {
    const applied = { actionId, recordId: campaignId, seen: null, operation };
    brands[ownerOf(campaignId)].history.record({ kind: 'applied', ...applied });
  };
  const phone = createFakePhone({
    onStep() {
      if (stopIn === 0) return;
      stopIn -= 1;
      if (stopIn === 0) stopNow();
    },
    fateOf: (request) => fateIn(weather, random, request),
    onReceived: ({ actionId, brandId, offerId }) => {
      if (brandId !== null) brands[ownerOf(offerId)].history.record({ kind: 'received', actionId, brandId });
    },
    onDenied: ({ actionId, offerId, status }) =>
      brands[ownerOf(offerId)].history.record({ kind: 'denied', actionId, status }),
    onApplied: ({ actionId, offerId, fulfillmentId, decision }) => {
      const applied = { actionId, recordId: offerId, seen: fulfillmentId, operation: decision };
      brands[ownerOf(offerId)].history.record({ kind: 'applied', ...applied });
    },
    onArchived: (archived) => noteChanged(archived, 'archive'),
    onRenamed: (renamed) => noteChanged(renamed, 'rename'),
    onMarked: (marked) => noteChanged(marked, 'mark-read'),
  });
  const { server, clock } = phone;
  const isReadable = () => [...storage.values()].every((fault) => fault === 'full');
  const known = { isReadable, wasCopyBehind: () => wasCopyBehind, wasServerSetBack: () => wasServerSetBack };
  const brands = { brd_1: createBrand('brd_1', phone, known), brd_2: createBrand('brd_2', phone, known) };
  const recordForAll = (event: EventToRecord) => {
    for (const { history } of Object.values(brands)) history.record(event);
  };

  function stopNow(): void {
    stops += 1;
    phone.stop();
    // The next beat starts another worker, so it counts as a short outage of the network.
    if (isWell()) for (const kind of ['cut', 'mended'] as const) recordForAll({ kind });
  }

  const isWell = () => weather === 'good' && storage.size === 0 && !isStorageAwaited;
  const noteWell = () => recordForAll({ kind: isWell() ? 'mended' : 'cut' });

  /** Records for each brand if a page is open and visible, so that its decisions should be sent. */
  function noteWatched(): void {
    phone.pages = users.length;
    for (const id of brandIds) {
      const isWatched =
        id === current && !isRevoked && users.some(({ page }) => page.brandId === id && page.isVisible());
      if (isWatched === watched.has(id)) continue;
      brands[id].history.record({ kind: isWatched ? 'opened' : 'closed' });
      if (isWatched) watched.add(id);
      else watched.delete(id);
    }
  }

  function close(closing: readonly User[]): void {
    for (const { page } of closing) page.close();
    users = users.filter((user) => !closing.includes(user));
    noteWatched();
  }

  function openTab(): void {
    if (current === null) return;
    const brand = brands[current];
    const local = locals.get(current) ?? createLocalSession(server.logIn(current));
    locals.set(current, local);
    const parked = new Set<string>();
    const isOfAnother = () => current !== brand.id;
    const onStatus = ({ actions }: SyncStatus) => {
      // A page of a brand that has left also receives the next brand's actions.
      const now = actions.filter(({ brandId, state }) => brandId === brand.id && state === 'attention');
      // Actions parked while no page was open count, too; a retried action may be parked again.
      for (const { actionId, attention } of now) {
        const certainty = attention?.certainty ?? 'refused';
        if (!parked.has(actionId)) brand.history.record({ kind: 'parked', actionId, certainty });
      }
      parked.clear();
      for (const { actionId } of now) parked.add(actionId);
    };
    const page = openPage(phone, { local, refreshes: hasSessionFaults, isOfAnother, onStatus });
    users.push(userAt({ page, brand, kinds, random, now: clock.now }));
    noteWatched();
  }

  phone.onBroadcast = (message) => {
    if (message.type === 'sync-status' && (message.status.storage === 'unavailable') !== isStorageAwaited) {
      isStorageAwaited = !isStorageAwaited;
      noteWell();
    }
    for (const user of [...users]) user.receive(message);
  };

  for (const brand of Object.values(brands)) for (let i = 0; i < 3; i += 1) brand.addOffer();
  const hasCampaigns = kinds.some(({ type }) => type === 'campaign');
  if (hasCampaigns) for (const brand of Object.values(brands)) for (let i = 0; i < 3; i += 1) brand.addCampaign();
  server.setFeedPage(random.pick([1, 2, 1000]));
  if (!hasFeed) server.setFeed('none');
  noteWatched();

  return {
    random,
    hasFeed,
    hasCampaigns,
    hasSessionFaults,
    phone,
    brands,
    wiped,
    loggedIn: () => current,
    isRevoked: () => isRevoked,
    users: () => users,
    someone() {
      const own = users.filter(({ page }) => page.brandId === current);
      return own[random.below(own.length)] ?? null;
    },
    setVisible(user, isVisible) {
      user?.page.setVisible(isVisible);
      noteWatched();
    },
    openTab,
    closeTab: (user) => close([user]),
    logIn(brandId, lingerMs = 0) {
      stopOlder();
      const before = [...users];
      if (lingerMs === 0) close(before);
      else void clock.wait(lingerMs).then(() => close(before));
      const local = current === brandId ? locals.get(brandId) : undefined;
      current = brandId;
      const session = server.logIn(brandId);
      if (local) local.write(session);
      else locals.set(brandId, createLocalSession(session));
      wiped.delete(brandId);
      isRevoked = false;
      openTab();
    },
    sendTorn() {
      const [own, other] = brandIds.map((id) => locals.get(id)?.read().session);
      if (current === null || own === undefined || other === undefined) return;
      const torn = { ...(current === 'brd_1' ? other : own), brandId: current };
      // The contract rejects this message, so it gets no reply.
      void phone.say({ type: 'session', session: torn }).catch(() => undefined);
    },
    async logOut({ page }) {
      stopOlder();
      const id = page.brandId as BrandId;
      const { history, decided } = brands[id];
      // Actions not known to have arrived count as abandoned.
      for (const actionId of decided.keys()) {
        const last = history.events().findLast((event) => 'actionId' in event && event.actionId === actionId);
        if (last?.kind !== 'sent' && last?.kind !== 'undone') history.record({ kind: 'abandoned', actionId });
      }
      current = null;
      close(users);
      const wipe = () => page.say({ type: 'wipe', brandId: id });
      const reply = (await wipe()) ?? (await wipe());
      if (reply?.ok && current !== id) wiped.add(id);
    },
    revoke() {
      if (current === null) return;
      server.revoke(current);
      isRevoked = true;
      noteWatched();
    },
    wasServerSetBack: () => wasServerSetBack,
    setServerClockBack(ms) {
      wasServerSetBack ||= ms > 0;
      server.setClock(-ms);
    },
    setWeather(next) {
      weather = next;
      noteWell();
    },
    setStorage(database, fault) {
      for (const name of database === null ? databases : [database]) {
        phone.storage.set(name, fault);
        // Without a readable queue there is no session, so responses are passed on and not stored.
        wasCopyBehind ||= fault !== null && (name === 'afield-copy' || fault !== 'full');
        if (fault === null) storage.delete(name);
        else storage.set(name, fault);
      }
      noteWell();
    },
    isReadable,
    stop(inSteps = 0) {
      if (inSteps === 0) stopNow();
      else stopIn = inSteps;
    },
    takeOver() {
      stopOlder();
      stopOlder = phone.takeOver();
      void clock.wait(random.below(5000)).then(stopOlder);
    },
    async update() {
      if (storage.size > 0) return;
      stopNow();
      await phone.outbox.run(async (database) => {
        const transaction = database.transaction(['actions', 'unsent'], 'readwrite');
        const [actions, unsent] = [transaction.objectStore('actions'), transaction.objectStore('unsent')];
        for (const row of await actions.getAll()) {
          const isUnsent = (await unsent.getKey([row.brandId, row.actionId])) !== undefined;
          await actions.put(asFirstWritten(row, isUnsent));
        }
        await unsent.clear();
        await transaction.done;
      });
    },
    calm() {
      stopIn = 0;
      for (const brand of Object.values(brands)) brand.isOver = true;
    },
    backUp() {
      backup = server.backUp();
    },
    restore() {
      const restored = backup?.();
      backup = null;
      if (restored) recordForAll({ kind: 'restored', ...restored });
    },
    stops: () => stops,
  };
}
