import type { WorkerMessage } from '#contract/worker/worker-message.ts';
import type { Connection } from '#sw/database/database.ts';
import type { CopySchema, DraftsSchema, OutboxSchema } from '#sw/database/schema.ts';

/** Subset of Web Locks that the worker uses (https://w3c.github.io/web-locks/). */
export interface Locks {
  request<T>(name: string, options: { signal?: AbortSignal; steal?: boolean }, work: () => Promise<T>): Promise<T>;
}

/** Network type of the device; 'unknown' if the browser doesn't report it. */
export type ConnectionKind = 'wifi' | 'mobile' | 'unknown';

/** Everything that the worker's logic needs from the browser, so tests can replace it. */
export interface Runtime {
  /** Fetches an API path from its configured address; rejects like a network error if that address is unknown. */
  fetchApi(path: string, init: RequestInit): Promise<Response>;
  /** Wall clock, ms since 1970; the user may change it. */
  now(): number;
  /** Monotonic clock for durations, ms (https://w3c.github.io/hr-time/#dfn-monotonic-clock). */
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
  /** Asks the browser to wake the worker when it next has a network; no-op if unsupported. */
  registerSync(): Promise<void>;
  /**
   * True if the browser knows that there is no network. It can only guess that there is one
   * (https://html.spec.whatwg.org/#navigator.online).
   */
  isOffline(): boolean;
  /** True if a newer worker has replaced this one; false if the browser doesn't report it. */
  isReplaced(): boolean;
  /** True if the user has turned on data saving. */
  isDataSaver(): boolean;
  connection(): ConnectionKind;
  origin: string;
  /** Fetches a picture or video. */
  fetchFile(url: string | Request, init?: RequestInit): Promise<Response>;
  /** The browser's estimate of this site's storage. */
  storageLeft(): Promise<{ quota?: number | undefined; usage?: number | undefined }>;
  /** Starts or stops periodic wake-ups of the worker; no-op if unsupported. */
  registerPeriodicSync(isWanted: boolean): Promise<void>;
  /** Shows a notification that opens `path`; it replaces an earlier one with the same tag. */
  notify(title: string, options: { body: string; path: string; tag?: string | undefined }): Promise<void>;
  /** Shows a number on the app's icon, or none for 0; no-op if unsupported. */
  setBadge(count: number): Promise<void>;
  /** Empties the media cache. */
  wipeMedia(): Promise<void>;
  /** Identifies this run of the worker. */
  owner: string;
}

/** Holds an event open until its work is done, since nothing else keeps a worker alive. */
export type KeepAlive = (work: Promise<unknown>) => void;
