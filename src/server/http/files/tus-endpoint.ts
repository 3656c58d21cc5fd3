import type { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type * as v from 'valibot';
import type { Database } from '#server/database/database.ts';
import { ApiError, notFound } from '#server/errors/api-error.ts';
import { noopObserve, type Observe } from '#server/observing/observe.ts';
import { tooManyBytes, tus } from '#server/services/files/transfers/tus.ts';
import { uploadLocks } from '#server/services/files/transfers/upload-locks.ts';
import type { UploadStore } from '#server/services/files/transfers/upload-store.ts';
import { endableBody } from '../requests/endable-body.ts';
import {
  anyHeaders,
  createHeaders,
  parseHeaders,
  parseMetadata,
  patchHeaders,
  requireBytes,
  tusVersion,
} from './tus-headers.ts';

/** An upload as stored in its row. */
export interface TusUpload {
  id: string;
  sizeBytes: number;
  receivedBytes: number;
  /** False once complete: its content may have been moved elsewhere. */
  isOpen: boolean;
}

/** A kind of upload, and the callers who may create it. */
export interface TusResource<Caller, Upload extends TusUpload, Metadata extends v.GenericSchema> {
  /** Path of the endpoint and prefix of the uploads' paths. */
  path: string;
  maxBytes: number;
  /** Schema of `Upload-Metadata`. */
  metadata: Metadata;
  /** @throws {ApiError} if the caller may not upload */
  callerOf(c: Context): Promise<Caller>;
  /** Creates an upload's row. @returns its ID @throws {ApiError} */
  begin(caller: Caller, given: { sizeBytes: number; metadata: v.InferOutput<Metadata> }): Promise<string>;
  /** The caller's upload with this ID; null if there is none. */
  find(caller: Caller, id: string): Promise<Upload | null>;
  /** Records how many bytes the store has. @throws {ApiError} if the content is invalid */
  noteReceived(upload: Upload, receivedBytes: number): Promise<void>;
  /** Called before an upload's content is deleted. */
  drop(caller: Caller, id: string): Promise<void>;
  /** Deletes the row. Called after the content has been deleted. */
  forget(caller: Caller, id: string): Promise<void>;
}

interface TusDeps {
  db: Database;
  store: UploadStore;
  log: Logger;
  now(): Date;
  observe?: Observe | undefined;
}

export interface TusEndpoint {
  app: Hono;
  /** Stops running uploads, waits until their bytes are stored, and rejects new ones. */
  stop(): Promise<void>;
}

const methods = 'OPTIONS, POST, HEAD, PATCH, DELETE';

/**
 * Receives files by the tus protocol (https://tus.io/protocols/resumable-upload). Every method except OPTIONS, which
 * reveals nothing, requires an authenticated caller.
 */
export function tusEndpoint<Caller, Upload extends TusUpload, Metadata extends v.GenericSchema>(
  { db, store, log, now, observe = noopObserve }: TusDeps,
  resource: TusResource<Caller, Upload, Metadata>,
): TusEndpoint {
  const { path, maxBytes } = resource;
  const kind = store.kind.name;
  const locks = uploadLocks({ db, table: store.kind.table, now });
  const onTrouble = (err: unknown) => log.error({ err }, 'An upload could not be stored');
  const { handle } = tus({ store, path, maxBytes, locks, onTrouble });
  const receiving = new Set<{ end(): void; done: Promise<unknown> }>();
  let isStopping = false;

  async function find(c: Context, caller: Caller): Promise<Upload> {
    const found = await resource.find(caller, new URL(c.req.url).pathname.slice(path.length + 1));
    if (found === null) throw gone();
    return found;
  }

  async function begin(c: Context, caller: Caller): Promise<Response> {
    const request = c.req.raw;
    const { 'upload-length': sizeBytes, 'upload-metadata': given } = parseHeaders(createHeaders, request.headers);
    const metadata = parseMetadata(resource.metadata, given);
    const uploadId = await resource.begin(caller, { sizeBytes, metadata });
    await handle(plainRequest(request, 'POST', { 'Upload-Length': String(sizeBytes) }), { uploadId, onUnwanted() {} });
    observe({ of: 'upload', kind, step: 'begun' });
    return emptyResponse(201, { Location: `${path}/${uploadId}` });
  }

  async function head(c: Context, caller: Caller): Promise<Response> {
    parseHeaders(anyHeaders, c.req.raw.headers);
    const upload = await find(c, caller);
    const { id, sizeBytes, receivedBytes, isOpen } = upload;
    const length = { 'Upload-Length': String(sizeBytes) };
    if (!isOpen) return emptyResponse(200, { 'Upload-Offset': String(sizeBytes), ...length });
    const answered = await handle(plainRequest(c.req.raw, 'HEAD'), { uploadId: id, onUnwanted() {} });
    const offset = Number(answered.headers.get('Upload-Offset'));
    // A killed process may have stored more than it recorded.
    if (offset !== receivedBytes || offset === sizeBytes) await resource.noteReceived(upload, offset);
    return emptyResponse(200, { 'Upload-Offset': String(offset), ...length });
  }

  async function receive(c: Context, caller: Caller): Promise<Response> {
    if (isStopping) throw ending();
    const request = c.req.raw;
    requireBytes(request.headers);
    const { 'upload-offset': offset, 'content-length': length = 0 } = parseHeaders(patchHeaders, request.headers);
    const upload = await find(c, caller);
    if (offset > upload.sizeBytes || offset + length > upload.sizeBytes) throw tooManyBytes();
    if (!upload.isOpen) throw new ApiError('upload_conflict', 'This file is already uploaded.');
    const body = endableBody(request, incomingOf(c), upload.sizeBytes - offset);
    const headers = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    const bytes = plainRequest(request, 'PATCH', headers, body.stream);
    const done = handle(bytes, { uploadId: upload.id, onUnwanted: body.end }).then(async (answered) => {
      const received = Number(answered.headers.get('Upload-Offset'));
      observe({ of: 'upload bytes', kind, bytes: received - offset });
      await resource.noteReceived(upload, received);
      if (received === upload.sizeBytes) observe({ of: 'upload', kind, step: 'completed' });
      if (body.ended === 'too-long') throw tooManyBytes();
      return emptyResponse(204, { 'Upload-Offset': String(received) });
    });
    const running = { end: body.end, done };
    receiving.add(running);
    observe({ of: 'upload part', kind, by: 1 });
    return done.finally(() => {
      receiving.delete(running);
      observe({ of: 'upload part', kind, by: -1 });
    });
  }

  async function drop(c: Context, caller: Caller): Promise<Response> {
    parseHeaders(anyHeaders, c.req.raw.headers);
    const { id } = await find(c, caller);
    await resource.drop(caller, id);
    const release = await locks.take(id, () => {});
    try {
      await store.files.remove(id);
      await resource.forget(caller, id);
    } finally {
      await release();
    }
    return emptyResponse(204);
  }

  const abilities = () =>
    emptyResponse(204, {
      ...{ Allow: methods, 'Tus-Version': tusVersion },
      ...{ 'Tus-Extension': 'creation,termination', 'Tus-Max-Size': String(maxBytes) },
    });

  const app = new Hono();
  // If a reused connection breaks, a browser resends the body from the start by itself, although the server already has
  // part of it. So connections aren't reused, and a resent body isn't read to its end.
  app.use(`${path}/*`, async (c, next) => {
    await next();
    if (c.res.ok || c.res.status === 409) c.header('Connection', 'close');
  });
  app.all(path, async (c) => {
    const { method } = c.req.raw;
    if (method === 'OPTIONS') return abilities();
    if (method === 'POST') return begin(c, await resource.callerOf(c));
    throw otherMethod('OPTIONS, POST');
  });
  app.all(`${path}/*`, async (c) => {
    const method = methodOf(c.req.raw);
    if (method === 'OPTIONS') return abilities();
    if (method === 'HEAD') return head(c, await resource.callerOf(c));
    if (method === 'PATCH') return receive(c, await resource.callerOf(c));
    if (method === 'DELETE') return drop(c, await resource.callerOf(c));
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

/** Node's request; undefined if there is no connection. */
function incomingOf(c: Context): Readable | undefined {
  const { incoming }: { incoming?: Readable } = c.env ?? {};
  return incoming;
}

/**
 * The effective method. Some networks block PATCH and DELETE, so the protocol allows POST with
 * `X-HTTP-Method-Override`. The same checks apply either way.
 */
function methodOf({ method, headers }: Request): string {
  const meant = headers.get('X-HTTP-Method-Override')?.toUpperCase();
  return method === 'POST' && (meant === 'PATCH' || meant === 'DELETE') ? meant : method;
}

/** A request with only the validated values. */
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

const emptyResponse = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers: { 'Tus-Resumable': tusVersion, 'Cache-Control': 'no-store', ...headers } });

const gone = () => notFound('This upload no longer exists. Please choose the file again.');
const otherMethod = (allowed: string) =>
  new ApiError('method_not_allowed', `Expected ${allowed}.`, { headers: { Allow: allowed } });
const ending = () => new ApiError('unavailable', 'The server is shutting down.', { headers: { 'Retry-After': '2' } });
