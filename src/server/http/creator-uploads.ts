import type { Readable } from 'node:stream';
import { and, eq, isNull } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { mostUploadBytes, uploadsPath } from '#contract/draft-uploads.ts';
import { ApiError, notFound } from '../api-error.ts';
import { type BrandScope, brandScope } from '../database/brand-scope.ts';
import { draftUploads } from '../database/draft-tables.ts';
import { countAttempt } from '../services/attempts.ts';
import { beginUpload } from '../services/drafts/begin-upload.ts';
import type { UploadStore } from '../services/drafts/draft-files.ts';
import { dropDraft } from '../services/drafts/drop-draft.ts';
import { noteReceived } from '../services/drafts/receive.ts';
import { tooMuch, tus } from '../services/drafts/tus.ts';
import { uploadLocks } from '../services/drafts/upload-locks.ts';
import { requireLink } from './access.ts';
import { addressReader } from './address.ts';
import type { HttpDeps } from './deps.ts';
import { endingBody } from './ending-body.ts';
import { anyHeaders, beginHeaders, parseHeaders, patchHeaders, requireBytes, tusVersion } from './tus-headers.ts';

interface UploadDeps extends Pick<HttpDeps, 'db' | 'links' | 'log' | 'now' | 'trustedProxies'> {
  store: UploadStore;
}

interface CreatorUploads {
  app: Hono;
  /** Ends what is being received and waits until it is stored; takes no more. */
  stop(): Promise<void>;
}

type UploadRow = typeof draftUploads.$inferSelect;
interface Call {
  request: Request;
  /** The same as Node has it; not there without a connection. */
  incoming: Readable | undefined;
  offerId: string;
  scope: BrandScope;
}

/**
 * Calls for one offer in 15 minutes: a link that is cut every five seconds takes 600, and parts of 1 MB on a fast one some
 * thousand.
 */
const mostCalls = 6_000;
const methods = 'OPTIONS, POST, HEAD, PATCH, DELETE';
const idPattern = /^upl_[0-9A-Z]{26}$/;

/** Takes creators' videos by the tus protocol. Every call needs the offer's link but OPTIONS, which tells nothing of anybody. */
export function creatorUploads({ store, ...deps }: UploadDeps): CreatorUploads {
  const { db, log, now } = deps;
  const addressOf = addressReader(deps.trustedProxies);
  const locks = uploadLocks({ db, now });
  const { handle } = tus({ store, locks, onTrouble: (err) => log.error({ err }, 'An upload could not be stored') });
  const receiving = new Set<{ end(): void; done: Promise<unknown> }>();
  let isStopping = false;

  const callOf = async (c: Context): Promise<Call> => {
    const { raw: request } = c.req;
    const { brandId, offerId } = await requireLink(deps, request.headers, addressOf(c));
    await countAttempt(db, [{ subject: ['upload by link', offerId], most: mostCalls }], now());
    const { incoming }: { incoming?: Readable } = c.env ?? {};
    return { request, incoming, offerId, scope: brandScope(db, brandId) };
  };

  async function find({ request, offerId, scope }: Call): Promise<UploadRow> {
    const id = new URL(request.url).pathname.slice(uploadsPath.length + 1);
    if (!idPattern.test(id)) throw gone();
    const isIt = and(eq(draftUploads.id, id), eq(draftUploads.offerId, offerId), isNull(draftUploads.goneAt));
    const [row] = await db.select().from(draftUploads).where(scope.own(draftUploads, isIt));
    if (row === undefined || row.state === 'FAILED') throw gone();
    return row;
  }

  async function begin({ request, offerId, scope }: Call): Promise<Response> {
    const { 'upload-length': sizeBytes, 'upload-metadata': metadata } = parseHeaders(beginHeaders, request.headers);
    const { freeBytes } = store;
    const uploadId = await beginUpload(scope, { offerId, sizeBytes, metadata, now: now(), freeBytes });
    await handle(plainRequest(request, 'POST', { 'Upload-Length': String(sizeBytes) }), { uploadId, onUnwanted() {} });
    return answer(201, { Location: `${uploadsPath}/${uploadId}` });
  }

  async function tell(call: Call): Promise<Response> {
    parseHeaders(anyHeaders, call.request.headers);
    const row = await find(call);
    const length = { 'Upload-Length': String(row.sizeBytes) };
    // A whole upload may have been moved elsewhere.
    if (row.state !== 'UPLOADING') return answer(200, { 'Upload-Offset': String(row.sizeBytes), ...length });
    const told = await handle(plainRequest(call.request, 'HEAD'), { uploadId: row.id, onUnwanted() {} });
    const offset = Number(told.headers.get('Upload-Offset'));
    // A process that was killed may have had more than it noted.
    if (offset !== row.receivedBytes || offset === row.sizeBytes) await noteReceived(receiver, row, offset);
    return answer(200, { 'Upload-Offset': String(offset), ...length });
  }

  async function receive(call: Call): Promise<Response> {
    if (isStopping) throw ending();
    const { request } = call;
    requireBytes(request.headers);
    const { 'upload-offset': offset, 'content-length': length = 0 } = parseHeaders(patchHeaders, request.headers);
    const row = await find(call);
    if (offset > row.sizeBytes || offset + length > row.sizeBytes) throw tooMuch();
    if (row.state !== 'UPLOADING') throw new ApiError('upload_conflict', 'This video is already uploaded.');
    const body = endingBody(request, call.incoming, row.sizeBytes - offset);
    const headers = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    const bytes = plainRequest(request, 'PATCH', headers, body.stream);
    const done = handle(bytes, { uploadId: row.id, onUnwanted: body.end }).then(async (answered) => {
      const received = Number(answered.headers.get('Upload-Offset'));
      await noteReceived(receiver, row, received);
      if (body.ended === 'too-long') throw tooMuch();
      return answer(204, { 'Upload-Offset': String(received) });
    });
    const running = { end: body.end, done };
    receiving.add(running);
    return done.finally(() => receiving.delete(running));
  }

  async function drop(call: Call): Promise<Response> {
    parseHeaders(anyHeaders, call.request.headers);
    const { id } = await find(call);
    await dropDraft(call.scope, { offerId: call.offerId, uploadId: id, now: now() });
    const release = await locks.take(id, () => {});
    try {
      await store.files.remove(id);
      await db.delete(draftUploads).where(call.scope.own(draftUploads, eq(draftUploads.id, id)));
    } finally {
      await release();
    }
    return answer(204);
  }

  const receiver = { db, files: store.files, now };
  const app = new Hono();
  // A browser sends a body again by itself when a connection that it used before breaks, from its start on, which the server has:
  // so no connection is used twice, and what comes again is not read to its end.
  app.use(`${uploadsPath}/*`, async (c, next) => {
    await next();
    if (c.res.ok || c.res.status === 409) c.header('Connection', 'close');
  });
  app.all(uploadsPath, async (c) => {
    const { method } = c.req.raw;
    if (method === 'OPTIONS') return abilities();
    if (method === 'POST') return begin(await callOf(c));
    throw otherMethod('OPTIONS, POST');
  });
  app.all(`${uploadsPath}/*`, async (c) => {
    const method = methodOf(c.req.raw);
    if (method === 'OPTIONS') return abilities();
    if (method === 'HEAD') return tell(await callOf(c));
    if (method === 'PATCH') return receive(await callOf(c));
    if (method === 'DELETE') return drop(await callOf(c));
    throw otherMethod(methods);
  });
  return {
    app,
    async stop() {
      isStopping = true;
      for (const { end } of receiving) end();
      await Promise.allSettled([...receiving].map(({ done }) => done));
    },
  };
}

/**
 * The method that is meant: networks that pass no PATCH or DELETE get POST with `X-HTTP-Method-Override`, as the protocol says.
 * Whatever it is, the same checks follow.
 */
function methodOf({ method, headers }: Request): string {
  const meant = headers.get('X-HTTP-Method-Override')?.toUpperCase();
  return method === 'POST' && (meant === 'PATCH' || meant === 'DELETE') ? meant : method;
}

/** A request with nothing of the sender's but what was looked at. */
const plainRequest = (
  { url }: Request,
  method: string,
  headers: Record<string, string> = {},
  body?: ReadableStream<Uint8Array>,
) =>
  new Request(url, {
    method,
    headers: { 'Tus-Resumable': tusVersion, ...headers },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  } as RequestInit);

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers: { 'Tus-Resumable': tusVersion, 'Cache-Control': 'no-store', ...headers } });

const abilities = () =>
  answer(204, {
    ...{ Allow: methods, 'Tus-Version': tusVersion },
    ...{ 'Tus-Extension': 'creation,termination', 'Tus-Max-Size': String(mostUploadBytes) },
  });

const gone = () => notFound('This upload no longer exists. Please choose the video again.');
const otherMethod = (allowed: string) =>
  new ApiError('method_not_allowed', `Expected ${allowed}.`, { headers: { Allow: allowed } });
const ending = () => new ApiError('unavailable', 'The server is shutting down.', { headers: { 'Retry-After': '2' } });
