import { EventEmitter, once, setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { fail, isPortal, pass, reset } from './act.ts';
import { listenOn } from './listen.ts';
import { type FaultKind, type FaultMode, matches, type RequestMatch, type SeenRequest } from './modes.ts';

/** A request through the proxy, in order of arrival. */
export interface LoggedRequest extends SeenRequest {
  /** Number of its connection, counted from 1. */
  connection: number;
  /** The mode in effect. */
  mode: FaultKind;
  /** True if it got the mode's fault; false if it was out of the fault's scope. */
  faulted: boolean;
}

export interface ProxyStats {
  /** Connections accepted so far. */
  connections: number;
  /** Connections open now. */
  open: number;
  requests: number;
  faults: number;
}

export interface FaultProxy {
  readonly port: number;
  readonly url: string;
  readonly mode: FaultMode;
  readonly requests: readonly LoggedRequest[];
  /**
   * Changes the mode; applies to all requests once the promise has resolved. Ends every open connection, unless a
   * gateway starts to answer some requests with an error: that cuts nothing that is on its way.
   */
  setMode(mode: FaultMode): Promise<void>;
  stats(): ProxyStats;
  /** The next request to arrive; rejects if the proxy is closed first. */
  nextRequest(match?: RequestMatch): Promise<LoggedRequest>;
  /** The next fault, once complete: for a lost response, after the server has responded. */
  nextFault(match?: RequestMatch): Promise<LoggedRequest>;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/**
 * A connection between browser and server that can be cut: an HTTP proxy that fails in the ways of {@link FaultMode}.
 * It listens on the loopback address only. The `Host` header isn't changed, so the server sees the proxy's origin.
 */
export async function startFaultProxy(options: {
  targetPort: number;
  targetHost?: string;
  /** Port of the proxy; 0 picks a free one. */
  port?: number;
}): Promise<FaultProxy> {
  const target = { host: options.targetHost ?? '127.0.0.1', port: options.targetPort };
  const requests: LoggedRequest[] = [];
  const sockets = new Map<Socket, number>();
  const events = new EventEmitter().setMaxListeners(0);
  let connections = 0;
  let faults = 0;
  let closed = false;
  let era = newEra({ kind: 'pass' });

  // Its own timeouts and keep-alive limits would be unintended faults.
  const server = createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0, noDelay: true });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.set(socket, connections);
    socket.once('close', () => sockets.delete(socket));
    const { mode } = era;
    // Browsers open connections that they may never use, so a counted reset waits for a request.
    if (mode.kind === 'reset' && mode.match === undefined && mode.times === undefined) {
      faults += 1;
      socket.resetAndDestroy();
    }
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  server.on('request', (request, response) => void serve(request, response));

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { mode, controller } = era;
    const seen = { method: request.method ?? '', path: request.url ?? '' };
    const meant = mode.kind !== 'pass' && (isPortal(mode, seen.path) || matches(seen, matchOf(mode)));
    const faulted = meant && era.left > 0;
    if (faulted) era.left -= 1;
    const logged = { ...seen, connection: sockets.get(request.socket) ?? 0, mode: mode.kind, faulted };
    requests.push(logged);
    events.emit('request', logged);
    try {
      if (!faulted) return await pass(target, request, response, controller.signal);
      faults += 1;
      await fail(mode, target, request, response, controller.signal);
      events.emit('fault', logged);
    } catch {
      // The server or the browser has gone, or the mode changed: the browser gets a broken connection, never a 502.
      reset(response);
    }
  }

  function next(event: 'request' | 'fault', match: RequestMatch | undefined): Promise<LoggedRequest> {
    return new Promise((resolve, reject) => {
      const settle = (request: LoggedRequest | null) => {
        if (request && !matches(request, match)) return;
        events.off(event, settle);
        events.off('end', ended);
        if (request) resolve(request);
        else reject(new Error(`The proxy was closed while a ${event} was awaited.`));
      };
      const ended = () => settle(null);
      events.on(event, settle);
      events.on('end', ended);
    });
  }

  async function hangUp() {
    era.controller.abort();
    for (const socket of sockets.keys()) socket.destroy();
    if (!server.listening) return;
    const done = once(server, 'close');
    server.close();
    // Connections accepted in the meantime are cut, too, or close would wait for them.
    for (const socket of sockets.keys()) socket.destroy();
    await done;
  }

  await listenOn(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    get mode() {
      return era.mode;
    },
    requests,
    async setMode(mode) {
      if (closed) throw new Error('The proxy is closed.');
      const listens = mode.kind !== 'refuse';
      if (era.mode.kind === 'pass' && mode.kind === 'status' && mode.match !== undefined) {
        era = { ...newEra(mode), controller: era.controller };
        return;
      }
      if (listens && server.listening) {
        era.controller.abort();
        era = newEra(mode);
        for (const socket of sockets.keys()) socket.destroy();
        return;
      }
      await hangUp();
      era = newEra(mode);
      if (listens) await listenOn(server, port);
    },
    stats: () => ({ connections, open: sockets.size, requests: requests.length, faults }),
    nextRequest: (match) => next('request', match),
    nextFault: (match) => next('fault', match),
    async close() {
      if (closed) return;
      closed = true;
      await hangUp();
      events.emit('end');
    },
  };
}

/** State from one mode change to the next; aborting its controller ends all requests in flight. */
function newEra(mode: FaultMode) {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return { mode, controller, left: ('times' in mode ? mode.times : undefined) ?? Number.POSITIVE_INFINITY };
}

function matchOf(mode: FaultMode): RequestMatch | undefined {
  return 'match' in mode ? mode.match : undefined;
}
