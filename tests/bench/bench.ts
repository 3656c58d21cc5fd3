import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '#server/database/embedded.ts';
import { generateLargeBrand, type LargeSize, largeLogin } from '#server/demo/large.ts';
import { type BenchBrowser, startBrowser } from './browser.ts';
import { measureInbox } from './inbox/inbox.ts';
import { leavePending } from './inbox/leave-pending.ts';
import { measureJudging } from './judging/judging.ts';
import { measureBoot } from './loading/boot.ts';
import { firstRouteBytes } from './loading/first-route.ts';
import { measureInstalled } from './loading/installed.ts';
import { measureLogin } from './loading/lighthouse.ts';
import { measureOffline } from './loading/offline.ts';
import { type BenchServer, startServer } from './loading/starts.ts';
import { putRealDrafts } from './real-drafts.ts';
import { type Add, adderTo, type Figure, loadNow, machineOf, type Report } from './report.ts';
import { measureUpdates } from './updates.ts';
import { measureChoosing } from './use/choosing.ts';
import { measurePlaying } from './use/playing.ts';
import { listsEmail, listsSize, measureScrolling, type Scrolled } from './use/scrolling.ts';
import { measureSending } from './use/sending.ts';
import { measureUploading } from './use/uploading.ts';

/** Parts that can be measured alone, in the order of a full run. */
export const parts = [
  'bytes',
  'starts',
  'package',
  'boot',
  'offline',
  'inbox',
  'choosing',
  'sending',
  'playing',
  'judging',
  'uploading',
  'updates',
  'streams',
  'queue',
  'scrolling',
  'lighthouse',
] as const;
export type Part = (typeof parts)[number];
/** These need the package registry, so they are measured only on request. */
export const usualParts = parts.filter((part) => part !== 'lighthouse' && part !== 'package');

interface Options {
  /** Runs fewer rounds, which show that the bench works and give rough figures. */
  quick: boolean;
  only: readonly Part[];
  say(text: string): void;
}

const size = { campaigns: 1_000, offers: 10_000, watched: { days: 27_000 } };
/** Has as many submissions in review as a large brand may have at once. */
const inboxSize = { campaigns: 1_000, offers: 10_000, watched: { days: 4_000 }, pending: 400 };
/** Has a draft for each decision that `sending` makes. */
const sendingSize = { campaigns: 100, offers: 6_000, watched: { days: 4_000 } };
/** Has each of the real drafts in some offer that awaits the brand. */
const playingSize = { campaigns: 60, offers: 1_200, watched: { days: 800 } };
const choosingTarget = { of: 'p75', max: 100 } as const;
/** Shorter frames look smooth, and a cheap phone's processor manages with 50 ms. */
const frameTarget = { of: 'max', max: 50 } as const;

const scrollingGroups = {
  slowed: 'Scrolling, CPU slowed down four times',
  plain: 'The alternative: plain HTML without a script, of the same rows and of none, CPU slowed down four times',
  unslowed: 'The alternative: scrolling with the CPU as it is',
} as const satisfies Record<Scrolled['of'], string>;

interface BenchSize extends LargeSize {
  /** Submissions that stay in review; all by default. */
  pending?: number;
}

interface Measuring {
  folder: string;
  quick: boolean;
  add: Add;
  say(text: string): void;
}

/** Measures all of Afield's promises about time and size, on its own server and browser, in a few minutes. */
export async function runBench({ quick, only, say }: Options): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'afield-bench-'));
  // Inside the bench's folder the home is removed with it.
  process.env.AFIELD_BROWSER_HOME ??= mkdtempSync(join(folder, 'home-'));
  const loadBefore = loadNow();
  const figures: Figure[] = [];
  const measuring: Measuring = { folder, quick, add: adderTo(figures), say };
  let version = 'no browser';
  try {
    for (const part of parts) {
      if (!only.includes(part)) continue;
      version = (await measures[part](measuring)) ?? version;
    }
    return { machine: machineOf(version, loadBefore), figures };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Measures each part; returns the version of its browser, if it has one. */
const measures: Record<Part, (measuring: Measuring) => Promise<string | undefined>> = {
  async bytes({ add }) {
    const route = firstRouteBytes();
    const group = 'First route, brotli';
    add(group, 'JavaScript', [route.js / 1000], { of: 'p50', max: 180 }, 'KB');
    add(group, 'CSS', [route.css / 1000], { of: 'p50', max: 16 }, 'KB');
    return undefined;
  },

  async starts({ folder, quick, add, say }) {
    say('Starting the server, first and later …');
    const group = 'Server: command to "ready"';
    const dataDirs = Array.from({ length: quick ? 1 : 2 }, (_, i) => join(folder, `start-${i}`));
    add(group, 'first start, with the demo brand', await startEach(dataDirs), { of: 'p50', max: 15 }, 's');
    const again = Array.from({ length: quick ? 2 : 5 }, () => join(folder, 'start-0'));
    add(group, 'later start', await startEach(again), { of: 'p50', max: 4 }, 's');
    return undefined;
  },

  package: measureInstalled,

  boot: (measuring) =>
    inBrowser(measuring, size, largeLogin.email, (server, browser, login, profileDir) =>
      measureBoot({ ...measuring, server, browser, login, profileDir }),
    ),

  offline: (measuring) =>
    inBrowser(measuring, size, largeLogin.email, (server, browser, login) =>
      measureOffline({ ...measuring, server, browser, login }),
    ),

  inbox: (measuring) =>
    inBrowser(measuring, inboxSize, largeLogin.email, (server, browser, login) =>
      measureInbox({ ...measuring, server, browser, login }),
    ),

  choosing: (measuring) =>
    inBrowser(measuring, size, largeLogin.email, async (server, browser, login) => {
      const { quick, add, say } = measuring;
      const port = Number(new URL(server.address).port);
      for (const { name, network, ms } of await measureChoosing({ port, browser, login, rounds: quick ? 1 : 4, say })) {
        const how = network === 'none' ? 'no network' : 'a network that answers a second late';
        add(`Choosing, from the tap to the frame that shows it, ${how}`, name, ms, choosingTarget);
      }
    }),

  sending: (measuring) =>
    inBrowser(measuring, sendingSize, largeLogin.email, ({ address }, browser, login) =>
      measureSending({ ...measuring, port: Number(new URL(address).port), browser, login }),
    ),

  playing: (measuring) =>
    inBrowser(measuring, playingSize, largeLogin.email, ({ address }, browser, login) =>
      measurePlaying({ ...measuring, port: Number(new URL(address).port), browser, login }),
    ),

  judging: (measuring) =>
    inBrowser(measuring, playingSize, largeLogin.email, ({ address }, browser, login) =>
      measureJudging({ ...measuring, port: Number(new URL(address).port), browser, login }),
    ),

  uploading: measureUploading,

  updates: measureUpdates,

  // Imported on demand: its tables and services are large.
  streams: async (measuring) =>
    (await import('./server/streams.ts')).measureStreams({ ...measuring, streams: measuring.quick ? 100 : 1_000 }),

  // Imported on demand: its database replaces the global one.
  queue: async (measuring) => (await import('./use/queue.ts')).measureQueue(measuring),

  async lighthouse(measuring) {
    await measureLogin(measuring);
    return undefined;
  },

  scrolling: (measuring) =>
    inBrowser(measuring, listsSize, listsEmail, async ({ address }, browser, login) => {
      const { quick, add, say } = measuring;
      const { frames, missing } = await measureScrolling({ address, browser, login, quick, say });
      for (const [of, group] of Object.entries(scrollingGroups)) {
        for (const { name, deltasMs, longMs, workMs } of frames.filter((each) => each.of === of)) {
          add(group, name, deltasMs, of === 'slowed' ? frameTarget : null);
          add(
            group,
            `  over ${frameTarget.max} ms`,
            [deltasMs.filter((ms) => ms > frameTarget.max).length],
            null,
            'frames',
          );
          add(group, '  long animation frames, as the browser counts', [longMs.length], null, 'frames');
          add(group, '  the page’s own work for a frame', [workMs]);
        }
      }
      for (const { name, percent } of missing) {
        add(
          'Scrolling, CPU slowed down four times: rows in the window that are not yet there',
          name,
          percent,
          null,
          '%',
        );
      }
    }),
};

/** Seconds of one start on each of these data directories. */
async function startEach(dataDirs: readonly string[]): Promise<number[]> {
  const seconds: number[] = [];
  for (const dataDir of dataDirs) {
    const { readyMs, stop } = await startServer(dataDir);
    seconds.push(readyMs / 1000);
    await stop();
  }
  return seconds;
}

/** Runs work with a server that has a brand of this size, and a new browser profile. @returns the browser's version */
async function inBrowser(
  { folder, say }: Measuring,
  size: BenchSize,
  email: string,
  work: (
    server: BenchServer,
    browser: BenchBrowser,
    login: Record<'email' | 'password', string>,
    profileDir: string,
  ) => Promise<void>,
): Promise<string> {
  say(`Making a brand with ${size.campaigns} campaigns and ${size.offers} offers …`);
  const dataDir = mkdtempSync(join(folder, 'data-'));
  await makeLarge(dataDir, size, email);
  const server = await startServer(dataDir);
  const profileDir = mkdtempSync(join(folder, 'profile-'));
  const browser = await startBrowser(profileDir);
  try {
    await work(server, browser, { ...largeLogin, email }, profileDir);
    return browser.version;
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function makeLarge(dataDir: string, { pending, ...size }: BenchSize, email: string): Promise<void> {
  const database = await openEmbedded({ dataDir });
  try {
    const brandId = await generateLargeBrand(database.db, { now: new Date(), ...size, email });
    await putRealDrafts(database.db, dataDir, brandId);
    if (pending !== undefined) await leavePending(database.db, brandId, pending);
    // The server vacuums at some point; doing it here keeps it from disturbing a measurement.
    await database.tidy();
  } finally {
    await database.close();
  }
}
