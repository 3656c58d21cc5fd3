import { databases, type World } from './world.ts';

interface Step {
  /** Relative frequency of the step. */
  weight: number;
  act(world: World): void;
}

const ignore = () => undefined;
const hourMs = 3_600_000;

/** Everything that can happen to a brand, its phone, the network and the server. */
const steps: Readonly<Record<string, Step>> = {
  review: { weight: 10, act: ({ someone }) => void someone()?.review() },
  undo: { weight: 3, act: ({ someone }) => void someone()?.undo() },
  attend: { weight: 2, act: ({ someone }) => void someone()?.attend() },
  resubmit: {
    weight: 3,
    act({ phone, brands, random, loggedIn }) {
      const { looked, offers } = brands[loggedIn() ?? 'brd_1'];
      const seen = offers().find((id) => looked.has(id));
      // Prefers an offer that a user is looking at.
      phone.server.resubmit(seen !== undefined && random.chance(0.6) ? seen : random.pick(offers()));
    },
  },
  /** The phone is unlocked, or the user returns to the page, which triggers a sync. */
  wake: { weight: 3, act: ({ someone }) => void someone()?.page.wake() },
  weather: {
    weight: 4,
    act: ({ setWeather, random }) => setWeather(random.weighted({ good: 3, refuse: 1, hang: 1, portal: 1, flaky: 3 })),
  },
  stop: { weight: 2, act: ({ stop }) => stop() },
  takeOver: { weight: 0.6, act: ({ takeOver }) => takeOver() },
  /** An update finds rows that an older version left in the queue. */
  update: { weight: 0.5, act: ({ update }) => void update() },
  stopSoon: { weight: 3, act: ({ stop, random }) => stop(1 + random.below(40)) },
  openTab: { weight: 1.2, act: ({ openTab, users }) => (users().length < 3 ? openTab() : undefined) },
  closeTab: {
    weight: 1,
    act({ closeTab, someone }) {
      const user = someone();
      if (user) closeTab(user);
    },
  },
  expire: { weight: 1.5, act: ({ phone }) => phone.server.expireAccess() },
  revoke: { weight: 0.4, act: ({ revoke }) => revoke() },
  logIn: {
    weight: 0.8,
    act({ logIn, loggedIn, isRevoked, random }) {
      const brandId = loggedIn();
      if (brandId === null) logIn(random.pick(['brd_1', 'brd_2']));
      else if (isRevoked()) logIn(brandId);
    },
  },
  switch: {
    weight: 0.4,
    act: ({ logIn, loggedIn }) => logIn(loggedIn() === 'brd_1' ? 'brd_2' : 'brd_1'),
  },
  /** Another brand logs in while the previous one's pages are still open. */
  switchBehind: {
    weight: 0.3,
    act: ({ logIn, loggedIn, random }) => logIn(loggedIn() === 'brd_1' ? 'brd_2' : 'brd_1', 200 + random.below(4000)),
  },
  torn: { weight: 0.4, act: ({ sendTorn }) => sendTorn() },
  logOut: {
    weight: 0.4,
    act({ logOut, someone }) {
      const user = someone();
      if (user) void logOut(user);
    },
  },
  hide: { weight: 1, act: ({ setVisible, someone }) => setVisible(someone(), false) },
  show: { weight: 1, act: ({ setVisible, someone }) => setVisible(someone(), true) },
  /** The user, or the phone's network, sets its clock. */
  clock: {
    weight: 0.5,
    act: ({ phone, random }) => phone.clock.jump((random.chance(0.5) ? 1 : -1) * random.below(30 * hourMs)),
  },
  refuse: {
    weight: 0.8,
    act: ({ phone, brands, random }) =>
      phone.server.refuse(random.pick(brands.brd_1.offers()), random.pick([403, 404, 409, 422])),
  },
  refuseNoMore: {
    weight: 0.6,
    act({ phone, brands }) {
      for (const id of brands.brd_1.offers()) phone.server.refuse(id, null);
    },
  },
  offerGone: {
    weight: 0.4,
    act({ phone, brands, random }) {
      brands.brd_1.addOffer();
      phone.server.remove(random.pick(brands.brd_1.offers()));
    },
  },
  expireCursors: { weight: 0.5, act: ({ phone }) => phone.server.expireCursors() },
  storage: {
    weight: 0.8,
    act: ({ setStorage, random }) =>
      setStorage(
        random.pick([null, ...databases]),
        random.pick(['full', 'full', 'full', 'hang', 'blocked', 'newer', 'refused']),
      ),
  },
  storageWell: { weight: 1.2, act: ({ setStorage }) => setStorage(null, null) },
  backUp: { weight: 0.5, act: ({ backUp }) => backUp() },
  restore: { weight: 0.5, act: ({ restore }) => restore() },
  sync: { weight: 1, act: ({ phone }) => void phone.sync().catch(ignore) },
};

/** Further steps for a simulation with campaigns. */
const campaignSteps: typeof steps = {
  countViews: {
    weight: 1,
    act({ phone, brands, random, loggedIn }) {
      const ids = phone.server.campaignsOf(brands[loggedIn() ?? 'brd_1'].id).map(({ id }) => id);
      phone.server.countViews(ids[random.below(ids.length)] ?? '');
    },
  },
  addNews: {
    weight: 2,
    act({ phone, brands, random, loggedIn }) {
      const ids = phone.server.campaignsOf(brands[loggedIn() ?? 'brd_1'].id).map(({ id }) => id);
      phone.server.addNews(ids[random.below(ids.length)] ?? '');
    },
  },
  addCampaign: { weight: 0.5, act: ({ brands, loggedIn }) => brands[loggedIn() ?? 'brd_1'].addCampaign() },
  refuseArchive: {
    weight: 0.4,
    act({ phone, brands, random }) {
      const ids = phone.server.campaignsOf(brands.brd_1.id).map(({ id }) => id);
      phone.server.refuse(ids[random.below(ids.length)] ?? '', random.pick([403, 404, 409, 422]));
    },
  },
  refuseArchiveNoMore: {
    weight: 0.4,
    act({ phone, brands }) {
      for (const { id } of phone.server.campaignsOf(brands.brd_1.id)) phone.server.refuse(id, null);
    },
  },
};

/** Further steps for a simulation in which sessions meet faults. */
const sessionSteps: typeof steps = {
  expire: { weight: 4, act: ({ phone }) => phone.server.expireAccess() },
  /** The disk is full when the token expires, and the page is used. */
  expireOnFullDisk: {
    weight: 2,
    act({ setStorage, phone, random, someone }) {
      setStorage(random.pick([null, 'afield-outbox']), 'full');
      phone.server.expireAccess();
      someone()?.page.wake();
    },
  },
  /** The storage responds later than the worker's timeout. */
  slowStorage: {
    weight: 1,
    act: ({ setStorage, random }) => setStorage(random.pick([null, ...databases]), 'slow'),
  },
  serverClockBack: {
    weight: 0.8,
    act: ({ setServerClockBack, random }) => setServerClockBack(random.chance(0.3) ? 0 : random.below(30 * hourMs)),
  },
  clockBack: { weight: 0.8, act: ({ phone, random }) => phone.clock.jump(-random.below(30 * hourMs)) },
};

/** Takes one random step; returns its name. */
export function takeStep(world: World): string {
  // With decisions only, the list of steps stays the same, so that old seeds find the same faults.
  const possible = {
    ...steps,
    ...(world.hasCampaigns ? campaignSteps : {}),
    ...(world.hasSessionFaults ? sessionSteps : {}),
  };
  const name = world.random.weighted(
    Object.fromEntries(Object.entries(possible).map(([name, { weight }]) => [name, weight])),
  );
  possible[name]?.act(world);
  return name;
}
