import { type Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { streamChanges } from '#contract/calls/live.ts';
import type { Phone } from './phone.ts';

/** A burst of changes syncs at most twice a second, as in the app. */
const gapMs = 500;
/** Pause before reopening a stream that ended. */
const retryMs = { min: 1_000, max: 10_000 };
/** A stream sends a heartbeat every 20 s. */
const silentMs = 50_000;

/** Keeps a phone's change stream open, as a visible page does, and syncs on each event. */
export function holdStream(phone: Phone, { agent, address }: { agent: Agent; address: string }) {
  let isOpen = true;
  let current: ClientRequest | null = null;
  let isDue = false;

  async function changed(): Promise<void> {
    if (isDue) return;
    isDue = true;
    await wait(gapMs);
    isDue = false;
    await phone.sync();
  }

  const once = () =>
    new Promise<void>((resolve) => {
      const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${phone.seat.token}` };
      current = request(address + streamChanges.path, { agent, headers, timeout: silentMs }, (response) => {
        response.on('error', () => resolve()).on('close', () => resolve());
        response.setEncoding('utf8').on('data', (text: string) => {
          if (isOpen && text.includes('"revision":')) void changed();
        });
      });
      current.on('timeout', () => current?.destroy()).on('error', () => resolve());
      current.end();
    });

  async function hold(): Promise<void> {
    while (isOpen) {
      await once();
      if (isOpen) await wait(retryMs.min + Math.random() * (retryMs.max - retryMs.min));
    }
  }
  const held = hold();
  return {
    close() {
      isOpen = false;
      current?.destroy();
      return held;
    },
  };
}
