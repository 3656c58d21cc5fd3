import type { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { minimumFundsCents } from '#contract/wire/bounds.ts';
import type { Seat } from './brands.ts';
import { Phone } from './phone.ts';
import { holdStream } from './stream.ts';
import { type Write, writeNext } from './writes.ts';

/** Polling interval of an open app. */
export const pollMs = 15_000;
/** One phone in five is visible, and has a change stream. */
const streamEvery = 5;
/** One write in ten adds funds; the others are decisions. */
const moneyEvery = 10;

interface Options {
  agent: Agent;
  address: string;
  seats: readonly Seat[];
  /** Pause of a phone between two writes, in ms. */
  writeEveryMs: number;
}

/** Lets phones poll, stream and decide until stopped. */
export function startLoad({ agent, address, seats, writeEveryMs }: Options) {
  const phones = seats.map((seat) => new Phone(seat, { agent, address }));
  const streams = phones.filter((_, i) => i % streamEvery === 0).map((phone) => holdStream(phone, { agent, address }));
  const writes: Write[] = [];
  const busy = new Set<Phone>();
  let decides = true;
  let polls = true;
  let amounts = 0;
  const deps = {
    ...{ agent, address },
    nextAmountCents: () => minimumFundsCents + ++amounts,
    isOver: () => !polls,
  };

  async function poll(phone: Phone, place: number): Promise<void> {
    await wait((pollMs * place) / phones.length);
    while (polls) {
      await phone.sync();
      await wait(pollMs);
    }
  }

  async function decide(phone: Phone): Promise<void> {
    while (phone.banner === 'never synced' && decides) await wait(500);
    await wait(Math.random() * writeEveryMs);
    while (decides) {
      const next = writeNext(phone, writes.length % moneyEvery === moneyEvery - 1, deps);
      if (next !== null) {
        writes.push(next.write);
        busy.add(phone);
        await next.sent;
        busy.delete(phone);
        // The worker syncs after sending.
        if (polls) await phone.sync();
      }
      // Users don't act in step.
      await wait(writeEveryMs * (0.5 + Math.random()));
    }
  }

  const polling = phones.map(poll);
  for (const phone of phones) void decide(phone);
  return {
    phones,
    writes,
    /** Number of phones with a write in flight. */
    waiting: () => busy.size,
    stopDeciding() {
      decides = false;
    },
    async stop() {
      decides = false;
      polls = false;
      await Promise.all(streams.map(({ close }) => close()));
      await Promise.all(polling);
    },
  };
}

export type Load = ReturnType<typeof startLoad>;
