import type { Intent, IntentKind } from '#contract/brand/intent.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { BrandRecord } from '#contract/worker/brand-record.ts';
import { intentRule, recordRefOf } from '#domain/intents/intent-rules.ts';
import type { IntentCreatingCall, Kind, KindOf } from './kind.ts';
import { campaignKinds } from './kinds/campaign-changes.ts';
import { decisionKinds } from './kinds/decisions.ts';

const kinds: Readonly<{ [K in IntentKind]: KindOf<K> }> = { ...decisionKinds, ...campaignKinds };
const kindNames = Object.keys(kinds) as IntentKind[];

export const kindOf = ({ kind }: Pick<Intent, 'kind'>): Kind => kinds[kind];

/** Kinds of intents that calls to an endpoint may create. */
const kindsAt = (endpoint: Endpoint): readonly IntentKind[] =>
  kindNames.filter((kind) => intentRule({ kind }).endpoint === endpoint);

/** True for an endpoint whose calls are queued, or would be if they could be stored. */
export const isQueueable = (endpoint: Endpoint): boolean => kindsAt(endpoint).length > 0;

/** The record in a queueable endpoint's response; null if there is none. */
export function recordInResponse(endpoint: Endpoint, body: unknown): BrandRecord | null {
  const [kind] = kindsAt(endpoint);
  return kind === undefined ? null : kindOf({ kind }).settle(body);
}

/** The intent of a page's request; null if it creates none, so the server reports the error. */
export function intentOf(asked: IntentCreatingCall): Intent | null {
  for (const kind of kindsAt(asked.endpoint)) {
    const payload = kindOf({ kind }).read(asked);
    if (payload !== null) return { kind, payload } as Intent;
  }
  return null;
}

/** Intents in the same lane are sent sequentially. */
export const laneOf = (intent: Intent): string => {
  const { type, id } = recordRefOf(intent);
  return [type, id].join(' ');
};
