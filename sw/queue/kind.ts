import type { Intent, IntentKind, IntentOf } from '#contract/brand/intent.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { BrandRecord } from '#contract/worker/brand-record.ts';
import type { IntentOutcome } from '#domain/intents/decision-outcome.ts';

/** A page's request that may make an intent. */
export interface Asked {
  endpoint: Endpoint;
  params: Readonly<Record<string, string>>;
  /** JSON; undefined where it is none. */
  body: unknown;
  /** Content that the brand looked at. */
  ifMatch: string | null;
}

/** A kind of intent as the worker sends it. Its rule, in domain/intents/intent-rules.ts, has what the page needs, too. */
export interface Kind<Payload = Intent['payload']> {
  /** The payload of a page's request to its endpoint; null where it is none of this kind, or lacks what sending needs. */
  read(asked: Asked): Payload | null;
  /** The record for the copy in a 2xx; null where the body is no answer of the contract. */
  settle(body: unknown): BrandRecord | null;
  /** The current record in a refusal, if the server sent one. */
  refusedFor(body: unknown): BrandRecord | null;
  /** Outcome of an earlier attempt whose answer was lost, inferred from the current record. */
  outcome(intent: { payload: Payload; seen: BrandRecord | null }, now: BrandRecord): IntentOutcome;
}

/** A kind of a name. */
export type KindOf<K extends IntentKind> = Kind<IntentOf<K>['payload']>;
