import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Bucket } from './bucket.ts';
import { type Answer, type Asked, type Call, xml } from './call.ts';
import { objectCalls } from './object-calls.ts';
import { notImplemented, Refusal } from './refusal.ts';
import { type Account, checkSignature } from './signature.ts';
import { uploadCalls } from './upload-calls.ts';

/** Requests that the app's stores make; no others are served. */
const calls: readonly Call[] = [...objectCalls, ...uploadCalls];

/** Amazon's headers that are supported; another one could request a behavior that is missing here. */
const understood =
  /^x-amz-(date|content-sha256|user-agent|checksum-crc32|sdk-checksum-algorithm|meta-.*)$|^(?!x-amz-|if-)/;

export interface S3Options {
  bucketName: string;
  /** Folder of the stored contents. */
  folder: string;
  account: Account;
  pageSize: number;
}

/** Creates a server, not yet listening, for the part of S3 that the app's stores use, with path-style addresses. */
export function createS3Server({ bucketName, folder, account, pageSize }: S3Options): Server {
  const bucket = new Bucket(folder);

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    checkSignature(request, account);
    const [path = '', query] = (request.url ?? '').split('?');
    const [, name = '', ...key] = path.split('/').map(decodeURIComponent);
    if (name !== bucketName) throw new Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist.');
    const place = { bucket, bucketName, key: key.join('/') };
    const asked: Asked = { request, ...place, query: new URLSearchParams(query), pageSize };
    return callOf(asked).answer(asked);
  }

  return createServer(async (request, response) => {
    const { status, headers = {}, body = '' } = await answerTo(request).catch(errorAnswer);
    response.writeHead(status, headers);
    if (request.method === 'HEAD') response.end();
    // Callers and tests may cut a connection, which is no error of this server.
    else await pipeline(typeof body === 'string' ? Readable.from([body]) : body, response).catch(() => {});
  });
}

function errorAnswer(error: unknown): Answer {
  const { status, code, message } =
    error instanceof Refusal ? error : new Refusal(500, 'InternalError', `The stand-in failed: ${String(error)}`);
  return xml({ Error: { Code: code, Message: message } }, status);
}

function callOf({ request, key, query }: Asked): Call {
  const header = Object.keys(request.headers).find((name) => !understood.test(name));
  if (header !== undefined) throw notImplemented(`header ${header}`);
  const about = key === '' ? 'bucket' : 'object';
  const marked = calls.filter((call) => call.method === request.method && call.about === about);
  const call =
    marked.find(({ marker }) => marker !== undefined && query.has(marker)) ??
    marked.find(({ marker }) => marker === undefined);
  if (call === undefined) throw notImplemented(`${request.method} ${about}`);
  // Amazon's library adds the name of the operation as `x-id`.
  const known = [call.marker, ...(call.parameters ?? []), 'x-id'];
  const parameter = [...query.keys()].find((name) => !known.includes(name));
  if (parameter !== undefined) throw notImplemented(`parameter ${parameter} of ${request.method} ${about}`);
  return call;
}
