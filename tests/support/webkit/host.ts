import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { browserEnv } from '../browsers/chromium.mjs';
import { python } from './requirements.mjs';

const answerSchema = v.union([
  v.object({ id: v.number(), value: v.unknown() }),
  v.object({ id: v.number(), error: v.string() }),
  v.looseObject({ event: v.string() }),
]);

/** An event from the browser: `message` of a page, `dialog` or `crash`. */
export interface HostEvent {
  event: string;
  [detail: string]: unknown;
}

interface HostOptions {
  /** Folder of the browser's storage, which is also its home. */
  profile: string;
  display: string;
  /** Size in CSS pixels. */
  viewport: { width: number; height: number };
  onEvent(event: HostEvent): void;
  /** Called with each line of WebKit's standard output and error, which contain the consoles of pages and workers. */
  said(line: string): void;
}

/** The browser's process, which runs one operation after another. */
export interface WebKitHost {
  /** Rejects with the host's reason, after `limitMs`, and when the process exits. */
  call(op: string, args?: Record<string, unknown>, limitMs?: number): Promise<unknown>;
  /** Kills the browser with its web and network processes with SIGKILL, as when a phone runs out of memory. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

const usualLimitMs = 15_000;
const startLimitMs = 30_000;
const closeLimitMs = 5_000;

interface Pending {
  resolve(value: unknown): void;
  reject(reason: Error): void;
  /** Timer that rejects the call after its limit. */
  late?: NodeJS.Timeout;
}

/** Starts WebKitGTK on a new or existing profile. */
export async function startWebKitHost({ profile, display, viewport, onEvent, said }: HostOptions): Promise<WebKitHost> {
  const script = fileURLToPath(new URL('host.py', import.meta.url));
  const child = spawn(python, [script, profile, `${viewport.width}x${viewport.height}`], {
    // In its own process group one signal reaches its web and network processes, too.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    env: {
      ...browserEnv(),
      ...{ HOME: profile, XDG_RUNTIME_DIR: profile, DISPLAY: display, GDK_BACKEND: 'x11' },
      // The machine may have neither an accessibility bus nor a graphics card.
      ...{ NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1', PYTHONDONTWRITEBYTECODE: '1' },
    },
  });
  const gone = once(child, 'exit');
  /** Settles once all processes that share its output are gone, too. */
  const closed = once(child, 'close');
  const pending = new Map<number, Pending>();
  let lastId = 0;
  const ready = new Promise<void>((resolve, reject) => pending.set(0, { resolve: () => resolve(), reject }));

  const lines = (stream: unknown) => createInterface({ input: stream as Readable });
  const tail: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    lines(stream).on('line', (line) => {
      tail.splice(0, tail.length - 20);
      tail.push(line);
      said(line);
    });
  }
  lines(child.stdio[3]).on('line', (line) => {
    const message = v.parse(answerSchema, JSON.parse(line));
    if ('event' in message) return message.event === 'ready' ? settle(0).resolve(null) : onEvent(message);
    if ('error' in message) settle(message.id).reject(new Error(message.error));
    else settle(message.id).resolve(message.value);
  });
  child.once('exit', (code, signal) => {
    const reason = new Error(`WebKit has ended (${code ?? signal}): ${tail.join('\n')}`);
    for (const id of [...pending.keys()]) settle(id).reject(reason);
  });
  // The exit of a process rejects commands that were sent just before it.
  child.stdin?.on('error', () => undefined);

  /** Removes and returns the caller that waits for a response; a late response has none and is dropped. */
  function settle(id: number): Pending {
    const waiting: Pending = pending.get(id) ?? { resolve: () => undefined, reject: () => undefined };
    pending.delete(id);
    clearTimeout(waiting.late);
    return waiting;
  }

  const host: WebKitHost = {
    call(op, args = {}, limitMs = usualLimitMs) {
      if (child.exitCode !== null || child.signalCode !== null) return Promise.reject(new Error('WebKit has ended.'));
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          settle(id).reject(new Error(`WebKit's "${op}" took longer than ${limitMs} ms.`));
        }, limitMs);
        pending.set(id, { resolve, reject, late });
        child.stdin?.write(`${JSON.stringify({ id, op, ...args })}\n`);
      });
    },
    async kill() {
      killGroup(child);
      await gone;
    },
    async close() {
      await host.call('quit', {}, 5_000).catch(() => undefined);
      // Its other processes exit a moment later, since they still write the last changes.
      const late = setTimeout(() => killGroup(child), closeLimitMs);
      await closed;
      clearTimeout(late);
    },
  };

  const late = setTimeout(() => killGroup(child), startLimitMs);
  await ready.finally(() => clearTimeout(late));
  return host;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The browser has already exited.
  }
}
