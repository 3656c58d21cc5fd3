import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { forward, passBytes, passOn, type Target } from './forward.ts';
import type { FaultMode } from './modes.ts';

const portalPath = '/captive-portal/login';
const portalPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Hotel Wi-Fi</title></head>
<body><h1>Welcome</h1><p>Accept the terms to use the internet.</p></body></html>
`;

/**
 * Ends a connection with RST, which the other end treats as a failure, unlike FIN. Data written before is sent first.
 */
export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

/** Forwards one request to the server and its response back. */
export async function pass(target: Target, request: IncomingMessage, response: ServerResponse, signal: AbortSignal) {
  await passOn(await forward(target, request, response, signal), response);
}

/** Applies a fault to one request. Rejects if a side disconnects, or the signal aborts because the mode changed. */
export async function fail(
  mode: FaultMode,
  target: Target,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  switch (mode.kind) {
    case 'pass':
      return pass(target, request, response, signal);
    case 'refuse':
    case 'reset':
      return reset(response);
    case 'lose-answer':
    case 'reset-after-bytes': {
      const answer = await forward(target, request, response, signal);
      if (mode.kind === 'reset-after-bytes') await passBytes(answer, response, mode.bytes, mode.from ?? 'answer');
      reset(response);
      // The server must finish its response undisturbed, unaware that it is lost.
      answer.resume();
      return;
    }
    case 'stall':
      request.resume();
      return;
    case 'delay': {
      if (mode.hold !== 'answer') {
        await wait(mode.ms, undefined, { signal });
        return pass(target, request, response, signal);
      }
      const answer = await forward(target, request, response, signal);
      await wait(mode.ms, undefined, { signal });
      return passOn(answer, response);
    }
    case 'captive-portal':
      request.resume();
      if (mode.portal === 'redirect' && request.url !== portalPath) {
        response.writeHead(302, { location: portalPath, 'cache-control': 'no-store' }).end();
      } else {
        answerWith(response, 200, portalPage);
      }
      return;
    case 'status':
      request.resume();
      if (mode.retryAfterSeconds !== undefined) response.setHeader('retry-after', String(mode.retryAfterSeconds));
      if (mode.said) {
        response.writeHead(mode.status, { 'content-type': 'application/json' }).end(JSON.stringify(mode.said));
        return;
      }
      answerWith(response, mode.status, `<!doctype html><title>${mode.status}</title><h1>${mode.status}</h1>\n`);
      return;
  }
}

/** True for the page of a redirecting portal, which must exist even for requests that the fault doesn't match. */
export function isPortal(mode: FaultMode, path: string): boolean {
  return mode.kind === 'captive-portal' && path === portalPath;
}

function answerWith(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html);
}
