import { Buffer } from 'node:buffer';
import { request as httpRequest } from 'node:http';
import { uploadsPath } from '#contract/creator/draft-uploads.ts';

export interface TusAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  /** Fields of an error. */
  code?: string;
  message?: string;
}

interface TusRequest {
  token?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | undefined;
  /** Cuts the connection after this many bytes of the body, once `when` has settled. */
  cutAfter?: { bytes: number; when: Promise<unknown> };
  /** Holds back the rest of the body until `until` has settled. */
  holdAfterBytes?: { bytes: number; until: Promise<unknown> };
}

/** Encodes metadata for the protocol's header. */
export const metadataOf = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** Calls the server by plain HTTP, so that requests can be malformed or cut off anywhere. */
export function tusCall(
  address: string,
  method: string,
  path: string,
  { token, headers = {}, body, cutAfter, holdAfterBytes }: TusRequest = {},
): Promise<TusAnswer> {
  const all = {
    'Tus-Resumable': '1.0.0',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/offset+octet-stream', 'Content-Length': body.length }),
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  return new Promise((resolve, reject) => {
    const request = httpRequest(new URL(path, address), { method, headers: given, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const said = text.startsWith('{') ? JSON.parse(text) : {};
        resolve({ status: response.statusCode ?? 0, headers: response.headers as TusAnswer['headers'], ...said });
      });
    });
    request.on('error', reject);
    if (body === undefined) request.end();
    else if (cutAfter !== undefined) {
      request.write(body.subarray(0, cutAfter.bytes));
      void cutAfter.when.then(() => request.destroy(new Error('cut')));
    } else if (holdAfterBytes !== undefined) {
      request.write(body.subarray(0, holdAfterBytes.bytes));
      void holdAfterBytes.until.then(() => request.end(body.subarray(holdAfterBytes.bytes)));
    } else request.end(body);
  });
}

/** Starts an upload with the token of a creator's link. */
export const beginTus = (address: string, token: string, bytes: number, metadata: Record<string, string>) =>
  tusCall(address, 'POST', uploadsPath, {
    token,
    headers: { 'Upload-Length': String(bytes), 'Upload-Metadata': metadataOf(metadata) },
  });
