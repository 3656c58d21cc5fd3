import type { Agent } from 'node:http';
import { type Changes, getChanges } from '#contract/calls/changes.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import type { Seat } from './brands.ts';
import { Copy, keysOf } from './copy.ts';
import { call } from './http.ts';

/** The app's request timeout. */
const timeoutMs = 30_000;
/** Attempts for a page whose records changed between its request and its response. */
const pageTries = 3;

/** The phone's banner: the data matched the server's, or couldn't be refreshed. */
type Banner = 'never synced' | 'up to date' | 'could not refresh';

interface Counts {
  polls: number;
  /** Complete refills: the server refused the cursor (410), or a failover may have lost an acknowledged write. */
  refills: number;
  /** 429 for a cursor whose refill is postponed. */
  postponed: number;
}

/** A lightweight phone: a session, its data, and a feed cursor. */
export class Phone {
  readonly seat: Seat;
  readonly copy = new Copy();
  readonly counts: Counts = { polls: 0, refills: 0, postponed: 0 };
  banner: Banner = 'never synced';
  #cursor: string | null = null;
  #timeline: string | null = null;
  readonly #net: { agent: Agent; address: string };
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(seat: Seat, net: { agent: Agent; address: string }) {
    this.seat = seat;
    this.#net = net;
  }

  /** Syncs with the feed. The next run waits for one in progress, and all callers in between share it. */
  sync(): Promise<void> {
    if (this.#running === null) return this.#start();
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      return this.#start();
    });
    return this.#next;
  }

  #start(): Promise<void> {
    this.#running = this.#follow().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #follow(): Promise<void> {
    let keys: Set<string> | null = null;
    let cursor = this.#cursor;
    for (let tries = 1; ; ) {
      const begun = this.copy.begin();
      const path = pathOf(getChanges, {}, cursor === null ? {} : { cursor });
      const { agent, address } = this.#net;
      const answer = await call({ agent, url: address + path, token: this.seat.token, timeoutMs });
      this.counts.polls += 1;
      if (answer.status === 410 && keys === null) {
        this.counts.refills += 1;
        keys = new Set();
        cursor = null;
        continue;
      }
      if (answer.status === 429) this.counts.postponed += 1;
      if (answer.status !== 200 || !answer.isOfContract) {
        this.banner = 'could not refresh';
        return;
      }
      const page = answer.body as Changes;
      const isOtherTimeline = this.#timeline !== null && page.timeline !== this.#timeline;
      if (keys === null && isOtherTimeline && this.copy.isAhead) {
        this.counts.refills += 1;
        keys = new Set();
        cursor = null;
        continue;
      }
      this.#timeline = page.timeline ?? null;
      const isWhole = this.copy.apply(page, { begun, startsOver: keys !== null });
      for (const key of keysOf(page)) keys?.add(key);
      if (!isWhole) {
        tries += 1;
        if (tries > pageTries) break;
        continue;
      }
      tries = 1;
      cursor = page.cursor;
      if (keys === null) this.#cursor = cursor;
      if (page.more) continue;
      if (keys !== null) this.copy.pruneTo(keys);
      this.copy.confirm(begun);
      this.#cursor = cursor;
      break;
    }
    this.banner = 'up to date';
  }
}
