import type { ErrorCode } from '#contract/wire/error.ts';
import { storedAtHeader } from '#contract/worker/worker-message.ts';
import type { NetworkFailure } from '#sw/network/network.ts';

/** Parses a request's body; undefined if it isn't JSON. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** A JSON response like the server's. */
export const jsonResponse = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  });

/** A response from the copy, with the time of its data. */
export const storedResponse = ({ body, storedAt }: { body: unknown; storedAt: number }): Response =>
  jsonResponse(200, body, { [storedAtHeader]: new Date(storedAt).toISOString() });

/** Headers that describe the transfer rather than the content; the body is serialized again here. */
const ofTheWire = ['Content-Encoding', 'Content-Length', 'Transfer-Encoding'];

/** Forwards the server's response unchanged. */
export function forwardResponse({
  status,
  headers,
  body,
}: {
  status: number;
  headers: Headers;
  body: unknown;
}): Response {
  const kept = new Headers(headers);
  for (const name of ofTheWire) kept.delete(name);
  kept.set('Content-Type', 'application/json');
  return new Response(JSON.stringify(body), { status, headers: kept });
}

/**
 * An intermediary's error status without its body, so the page words the error; null if there was no response, or only a captive
 * portal's page.
 */
export const intermediaryError = ({ status }: NetworkFailure): Response | null =>
  status === null || status < 400 ? null : new Response(null, { status });

const notAvailableError: { code: ErrorCode; message: string } = {
  code: 'not_available_offline',
  message: 'Not available offline yet',
};

const notStoredError: { code: ErrorCode; message: string } = {
  code: 'not_kept',
  message: 'The server can’t be reached, and this device couldn’t save this action.',
};

/** Response for an intent that was neither sent nor queued. */
export const notStoredResponse = (): Response => jsonResponse(503, notStoredError);

/** Response if the server is reachable but hasn't responded to this call. */
export const serverTimeoutResponse = (): Response => jsonResponse(408, { message: 'The server isn’t answering' });

const storageTimeoutError: { code: ErrorCode; message: string } = {
  code: 'storage_unavailable',
  message: 'This device’s storage isn’t responding. Your data is still on it.',
};

/** Response if there is no network and the copy couldn't be read, so its content is unknown. */
export const storageTimeoutResponse = (): Response => jsonResponse(503, storageTimeoutError);

export const offlineResponse = (): Response => jsonResponse(503, notAvailableError);
