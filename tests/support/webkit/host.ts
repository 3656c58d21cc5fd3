import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { browserEnv } from '../chromium.mjs';
import { python } from './requirements.mjs';

const answerSchema = v.union([
  v.object({ id: v.number(), value: v.unknown() }),
  v.object({ id: v.number(), error: v.string() }),
  v.looseObject({ event: v.string() }),
]);

/** Something that the browser tells unasked: `message` of a page, `dialog`, `crash`. */
export interface HostEvent {
  event: string;
  [detail: string]: unknown;
}

interface HostOptions {
  /** All that the browser stores is here, and it is the browser's home. */
  profile: string;
  display: string;
  /** In CSS pixels. */
  viewport: { width: number; height: number };
  heard(event: HostEvent): void;
  /** A line of WebKit's standard output or error: the consoles of pages and workers among other things. */
  said(line: string): void;
}

/** The browser's process, which does one operation after another. */
export interface WebKitHost {
  /** Rejects with the host's reason, after `limitMs`, and when the process ends. */
  call(op: string, args?: Record<string, unknown>, limitMs?: number): Promise<unknown>;
  /** SIGKILL to the browser with its web and network processes, as when a phone runs out of memory. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

const usualLimitMs = 15_000;
const startLimitMs = 30_000;
const closeLimitMs = 5_000;

interface Pending {
  resolve(value: unknown): void;
  reject(reason: Error): void;
  /** Gives it up when its time is over. */
  late?: NodeJS.Timeout;
}

/** Starts WebKitGTK on a profile, new or left by an earlier one. */
export async function startWebKitHost({ profile, display, viewport, heard, said }: HostOptions): Promise<WebKitHost> {
  const script = fileURLToPath(new URL('host.py', import.meta.url));
  const child = spawn(python, [script, profile, `${viewport.width}x${viewport.height}`], {
    // A process group of its own, so that one signal reaches its web and network processes too.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    env: {
      ...browserEnv(),
      ...{ HOME: profile, XDG_RUNTIME_DIR: profile, DISPLAY: display, GDK_BACKEND: 'x11' },
      // No accessibility bus, no sound server and no graphics card are there.
      ...{ NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1', PYTHONDONTWRITEBYTECODE: '1' },
    },
  });
  const gone = once(child, 'exit');
  /** All who held its output are gone, too. */
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
    if ('event' in message) return message.event === 'ready' ? settle(0).resolve(null) : heard(message);
    if ('error' in message) settle(message.id).reject(new Error(message.error));
    else settle(message.id).resolve(message.value);
  });
  child.once('exit', (code, signal) => {
    const reason = new Error(`WebKit has ended (${code ?? signal}): ${tail.join('\n')}`);
    for (const id of [...pending.keys()]) settle(id).reject(reason);
  });
  // A command to a process that has just ended is told by its exit.
  child.stdin?.on('error', () => undefined);

  /** Takes out whoever waits for an answer; one that comes too late has nobody. */
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
      // Its other processes end a moment after it: they still write what was stored last.
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
    // It has ended by itself.
  }
}
