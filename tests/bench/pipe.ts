import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { chromiumLaunchOptions } from '#tests/support/browsers/chromium.mjs';

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

/** A Chromium that gets no debugger commands but those sent here. */
export interface PipedChromium {
  send(method: string, params?: object, sessionId?: string): Promise<unknown>;
  onMessage(listener: (message: Message) => void): void;
  close(): Promise<void>;
}

/**
 * Starts Chromium on a profile folder. Playwright can't be used: it attaches an inspector to every page, which makes
 * Chromium compile eager code lazily and locate stack traces, and so changes the duration of a start.
 */
export function startPipedChromium(profileDir: string): PipedChromium {
  const { executablePath, args, env } = chromiumLaunchOptions();
  const child = spawn(
    executablePath,
    [
      ...args,
      '--headless=new',
      '--remote-debugging-pipe',
      `--user-data-dir=${profileDir}`,
      '--password-store=basic',
      'about:blank',
    ],
    { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const gone = once(child, 'exit');
  const input = child.stdio[3] as Writable;
  const listeners = new Set<(message: Message) => void>();
  let rest = '';
  (child.stdio[4] as Readable).setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      for (const listener of listeners) listener(JSON.parse(message));
    }
  });
  let lastId = 0;
  const send: PipedChromium['send'] = (method, params = {}, sessionId = undefined) => {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const listener = (message: Message) => {
        if (message.id !== id) return;
        listeners.delete(listener);
        if (message.error) reject(new Error(`${method}: ${message.error.message}`));
        else resolve(message.result);
      };
      listeners.add(listener);
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  };
  return {
    send,
    onMessage: (listener) => void listeners.add(listener),
    async close() {
      await send('Browser.close');
      await gone;
    },
  };
}
