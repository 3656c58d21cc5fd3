import type { WorkerMessage } from '#contract/worker/worker-message.ts';
import type { Connection } from '#sw/database/database.ts';
import type { CopySchema, DraftsSchema, OutboxSchema } from '#sw/database/schema.ts';

/** Web Locks, as far as the worker uses them (https://w3c.github.io/web-locks/). */
export interface Locks {
  request<T>(name: string, options: { signal?: AbortSignal; steal?: boolean }, work: () => Promise<T>): Promise<T>;
}

/** The kind of network that the phone is on. 'unknown' if the browser doesn't report it. */
export type ConnectionKind = 'wifi' | 'mobile' | 'unknown';

/** Everything that the worker's logic needs from the browser, so that tests can replace it. */
export interface Runtime {
  /** Fetches a path of the API at its configured address; rejects, as without a network, where that address is unknown. */
  fetchApi(path: string, init: RequestInit): Promise<Response>;
  /** ms since 1970 by the phone's clock, which its user may set. */
  now(): number;
  /** ms of the monotonic clock, for durations (https://w3c.github.io/hr-time/#dfn-monotonic-clock). */
  monotonicNow(): number;
  /** Resolves after `ms`, or as soon as the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  locks: Locks;
  copy: Connection<CopySchema>;
  outbox: Connection<OutboxSchema>;
  /** Downloaded drafts. */
  drafts: Connection<DraftsSchema>;
  /** Sends a message to every page of this origin. @returns the number of pages */
  broadcast(message: WorkerMessage): Promise<number>;
  /** Asks the browser to wake the worker when it sees a network; where it can't, nothing happens. */
  registerSync(): Promise<void>;
  /**
   * True if the browser knows that there is no network; that there is one it can only guess
   * (https://html.spec.whatwg.org/#navigator.online).
   */
  isOffline(): boolean;
  /** True if a newer worker has replaced this one; false if the browser doesn't report it. */
  isReplaced(): boolean;
  /** True if the user asked for less data. */
  isDataSaver(): boolean;
  connection(): ConnectionKind;
  /** The origin of the app. */
  origin: string;
  /** Fetches a picture or video. */
  fetchFile(url: string | Request, init?: RequestInit): Promise<Response>;
  /** The browser's estimate of this site's storage. */
  storageLeft(): Promise<{ quota?: number | undefined; usage?: number | undefined }>;
  /** Asks the browser to wake the worker from time to time, or to do so no longer; where it can't, nothing happens. */
  registerPeriodicSync(isWanted: boolean): Promise<void>;
  /** Shows a notification; a tap on it leads to `path`, and one with the same tag takes its place. */
  notify(title: string, options: { body: string; path: string; tag?: string | undefined }): Promise<void>;
  /** Shows a number on the app's icon, or none for 0; where the browser can't, nothing happens. */
  setBadge(count: number): Promise<void>;
  /** Empties the media cache. */
  wipeMedia(): Promise<void>;
  /** Names this run of the worker among others. */
  owner: string;
}

/** Holds an event open until its work is done: nothing else keeps a worker alive. */
export type Keep = (work: Promise<unknown>) => void;
