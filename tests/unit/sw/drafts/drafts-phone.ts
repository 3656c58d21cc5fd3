import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { Offer } from '#contract/brand/offer.ts';
import type { KeptDrafts } from '#contract/worker/kept-drafts.ts';
import { offerKind } from '#sw/copy/records/offers.ts';
import { emptySyncRow } from '#sw/copy/sync-row.ts';
import { type Connection, connectCopy, connectDrafts, connectOutbox } from '#sw/database/database.ts';
import { packList } from '#sw/database/packed-list.ts';
import type { DraftsSchema } from '#sw/database/schema.ts';
import { createWriteGuard } from '#sw/database/write-guard.ts';
import { createChunks } from '#sw/drafts/chunks.ts';
import { createDrafts } from '#sw/drafts/drafts.ts';
import type { ConnectionKind } from '#sw/runtime/runtime.ts';
import { aFulfillment, anOffer } from '#tests/unit/domain/examples.ts';

export const origin = 'https://afield.test';
export const brandId = 'brd_1';
export const megabyte = 1_000_000;

export interface ServedFile {
  bytes: number;
  etag?: string | null;
  type?: string;
  /**
   * The server's responses: with ranges, without, opaque to another origin, or with headers that another origin can't
   * read.
   */
  manner?: 'ranges' | 'whole' | 'opaque' | 'unsized';
}

/** A file's bytes, each derived from its position. */
export function contentOf(start: number, end: number, salt = 0): Uint8Array<ArrayBuffer> {
  // Every 997th byte: filling each would slow the tests down.
  const content = new Uint8Array(end - start);
  for (let at = Math.ceil(start / 997) * 997; at < end; at += 997) content[at - start] = (at + (at >> 8) + salt) & 0xff;
  return content;
}

function answerOf(
  { bytes, etag = '"1"', type = 'video/mp4', manner = 'ranges' }: ServedFile,
  init?: RequestInit,
): Response {
  const headers = new Headers({ 'Content-Type': type, ...(etag === null ? {} : { ETag: etag }) });
  const given = new Headers(init?.headers);
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(given.get('Range') ?? '') ?? [];
  const ifRange = given.get('If-Range');
  const salt = etag?.charCodeAt(1);
  if (manner === 'opaque') {
    const hidden = new Response(contentOf(0, Math.min(bytes, megabyte), salt), {
      status: 206,
      headers: { ...Object.fromEntries(headers), 'Content-Range': `bytes 0-${Math.min(bytes, megabyte) - 1}/${bytes}` },
    });
    Object.defineProperty(hidden, 'type', { value: 'opaque' });
    return hidden;
  }
  if (from === '' || manner === 'whole' || (ifRange !== null && ifRange !== etag)) {
    headers.set('Content-Length', String(bytes));
    return new Response(contentOf(0, bytes, salt), { headers });
  }
  const end = Math.min(to === '' ? bytes - 1 : Number(to), bytes - 1);
  if (manner !== 'unsized') headers.set('Content-Range', `bytes ${from}-${end}/${bytes}`);
  return new Response(contentOf(Number(from), end + 1, salt), { status: 206, headers });
}

/** An offer under review whose draft was submitted on this day of January. */
export function aDraft(n: number, part: Partial<Offer> = {}, video = `/media/demo/${n}.mp4`): Offer {
  const fulfillment = aFulfillment({ id: `ful_${n}`, fulfillment: video });
  const enteredAt = new Date(Date.UTC(2026, 0, 1, n)).toISOString();
  const currentStage = { type: 'AWAITING_EVIDENCE_CLEARANCE', enteredAt, fulfillment } as const;
  return anOffer({ id: `off_${n}`, currentStage, ...part });
}

/** The worker's draft module, with its own storage and server. */
export function aDraftsPhone() {
  globalThis.indexedDB = new IDBFactory();
  const [copy, outbox, drafts] = [connectCopy(), connectOutbox(), connectDrafts()];
  const files = new Map<string, ServedFile>();
  const asked: string[] = [];
  const modes: (RequestMode | undefined)[] = [];
  const broadcasts: KeptDrafts[] = [];
  const reported: unknown[] = [];
  const phone = {
    copy,
    outbox,
    drafts,
    chunks: createChunks(drafts),
    files,
    /** Requested ranges. */
    asked,
    /** Modes of these requests. */
    modes,
    broadcasts,
    reported,
    brandId: brandId as string | null,
    connection: 'wifi' as ConnectionKind,
    savesData: false,
    /** The budget of drafts. */
    room: 1000 * megabyte,
    isOnline: true,
    /** Duration of each request. */
    requestMs: 1,
    onAsked: (_: string): unknown => undefined,
    /** Called before and after each step at which the worker may be killed. */
    onStep: (): Promise<void> => Promise.resolve(),
    guard: createWriteGuard(),
    /** Stores these as the brand's only offers. */
    async store(offers: readonly Offer[], brand = brandId): Promise<void> {
      await copy.run(async (database) => {
        await database.clear('offers');
        for (const offer of offers)
          await database.put('offers', { brandId: brand, id: offer.id, storedAt: 1, value: offer });
        await database.put('lists', { brandId: brand, name: 'offers', ...packList(offers.map(offerKind.entryOf), 2) });
        await database.put('sync', { ...emptySyncRow(brand), complete: true, syncedAt: 1 });
      });
    },
    start,
    /** This brand's stored files, and how many bytes each has. */
    async kept(brand = brandId): Promise<Record<string, number>> {
      const rows = await phone.chunks.files(brand);
      return Object.fromEntries(
        rows
          .filter(({ haveBytes }) => haveBytes > 0)
          .map(({ address, haveBytes }) => [new URL(address).pathname, haveBytes]),
      );
    },
  };

  async function gate<T>(work: () => Promise<T>): Promise<T> {
    await phone.onStep();
    const result = await work();
    await phone.onStep();
    return result;
  }

  function start() {
    let passed = 0;
    const gated: Connection<DraftsSchema> = {
      ...drafts,
      run: (work, options) => gate(() => drafts.run(work, options)),
    };
    return createDrafts({
      copy,
      outbox,
      chunks: createChunks(gated),
      guard: phone.guard,
      now: () => 1,
      monotonicNow: () => passed,
      wait: (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
      isDataSaver: () => phone.savesData,
      connection: () => phone.connection,
      async storageLeft() {
        const rows = await phone.chunks.files(brandId);
        const usage = rows.reduce((sum, { haveBytes }) => sum + haveBytes, 0);
        return { quota: phone.room * 2, usage };
      },
      origin,
      fetchFile: (url, init) =>
        gate(async () => {
          const { pathname } = new URL(String(url));
          const range = new Headers(init?.headers).get('Range') ?? 'whole';
          passed += phone.requestMs;
          asked.push(`${pathname} ${range}`);
          modes.push(init?.mode);
          await phone.onAsked(pathname);
          if (!phone.isOnline) throw new TypeError('Failed to fetch');
          const file = files.get(pathname);
          return file ? answerOf(file, init) : new Response(null, { status: 404 });
        }),
      sessions: {
        read: async () =>
          phone.brandId === null ? null : ({ session: { brandId: phone.brandId }, expired: false } as never),
      },
      receipts: { uncopied: async () => [] },
      connectivity: { isOnline: () => phone.isOnline },
      registerPeriodicSync: async () => undefined,
      onKept: async (kept) => void broadcasts.push(kept),
      reportError: (error) => reported.push(error),
    });
  }
  return phone;
}
