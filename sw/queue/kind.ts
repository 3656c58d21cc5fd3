import type { Intent, IntentKind, IntentOf } from '#contract/brand/intent.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { BrandRecord, RecordRef } from '#contract/worker/brand-record.ts';
import type { IntentOutcome } from '#domain/offers/decision-outcome.ts';

/** A page's request that may make an intent. */
export interface Asked {
  endpoint: Endpoint;
  params: Readonly<Record<string, string>>;
  /** JSON; undefined where it is none. */
  body: unknown;
  /** Content that the brand looked at. */
  ifMatch: string | null;
}

/** Parts of the request that sends an intent. */
export interface IntentRequest {
  params: Readonly<Record<string, string>>;
  body: unknown;
  /** Content without which the server is to change nothing; null where it may hold anything. */
  ifMatch: string | null;
}

/** The state of a queued intent, as sent to the pages. */
export interface Pending {
  actionId: string;
  state: 'waiting' | 'sending' | 'attention';
  queuedAt: string;
  /** Set after an attempt whose answer was lost. */
  mayHaveArrived?: true;
  /** The end of its hold. */
  heldUntil?: string;
  /** The record that the brand looked at; null where this version can't read it. */
  seen: BrandRecord | null;
}

/** All that the queue knows of one kind of intent. */
export interface Kind<Payload = Intent['payload']> {
  readonly kind: IntentKind;
  readonly endpoint: Endpoint;
  /** The payload of a page's request to the endpoint; null where it is none of this kind, or lacks what sending needs. */
  read(asked: Asked): Payload | null;
  /** The record that it is about. Intents about one record are a lane. */
  about(payload: Payload): RecordRef;
  request(payload: Payload): IntentRequest;
  /** The record for the copy in a 2xx; null where the body is no answer of the contract. */
  settle(body: unknown): BrandRecord | null;
  /** The current record in a refusal, if the server sent one. */
  refusedFor(body: unknown): BrandRecord | null;
  /** Outcome of an earlier attempt whose answer was lost, inferred from the current record. */
  outcome(intent: { payload: Payload; seen: BrandRecord | null }, now: BrandRecord): IntentOutcome;
  /** True where the record is under another filter of its list with the intent on it. */
  readonly refiles: boolean;
  /** The record with the intent on it. */
  overlay(record: BrandRecord, pending: Pending): BrandRecord;
}

/** A kind of a name. */
export type KindOf<K extends IntentKind> = Kind<IntentOf<K>['payload']> & { readonly kind: K };
