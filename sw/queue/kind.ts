import type { Intent, IntentKind, IntentOf } from '#contract/brand/intent.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { BrandRecord } from '#contract/worker/brand-record.ts';
import type { IntentOutcome } from '#domain/intents/decision-outcome.ts';

/** A page's request that may create an intent. */
export interface IntentCreatingCall {
  endpoint: Endpoint;
  params: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined if it isn't JSON. */
  body: unknown;
  /** Id of the content that the user saw. */
  ifMatch: string | null;
}

/** A kind of intent, as needed to send it. Its rule in domain/intents/intent-rules.ts has the parts that the page needs, too. */
export interface Kind<Payload = Intent['payload']> {
  /**
   * Returns the payload of a page's request to the endpoint; null if the request isn't of this kind, or lacks a field that
   * sending needs.
   */
  read(asked: IntentCreatingCall): Payload | null;
  /** The record in a 2xx response, for the copy; null if the body doesn't match the contract. */
  settle(body: unknown): BrandRecord | null;
  /** The current record in a refusal; null if the server didn't send one. */
  refusedFor(body: unknown): BrandRecord | null;
  /** Outcome of an earlier attempt whose response was lost, inferred from the current record. */
  outcome(intent: { payload: Payload; seen: BrandRecord | null }, now: BrandRecord): IntentOutcome;
}

export type KindOf<K extends IntentKind> = Kind<IntentOf<K>['payload']>;
