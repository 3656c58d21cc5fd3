import type { Intent, IntentKind } from '#contract/brand/intent.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { BrandRecord, RecordRef } from '#contract/worker/brand-record.ts';
import type { Asked, IntentRequest, Kind, KindOf } from './kind.ts';
import { approve } from './kinds/approve.ts';
import { archiveCampaign } from './kinds/archive-campaign.ts';
import { markRead } from './kinds/mark-read.ts';
import { requestChanges } from './kinds/request-changes.ts';
import { takeBack } from './kinds/take-back.ts';

const kinds: Readonly<{ [K in IntentKind]: KindOf<K> }> = {
  approve,
  'request-changes': requestChanges,
  'take-back': takeBack,
  'archive-campaign': archiveCampaign,
  'mark-read': markRead,
};

/** Kinds of intents, as the queue knows them. */
export const kindOf = ({ kind }: Pick<Intent, 'kind'>): Kind => kinds[kind];

/** The kinds that an endpoint's calls may make. */
const kindsAt = (endpoint: Endpoint): readonly Kind[] =>
  Object.values<Kind>(kinds).filter((kind) => kind.endpoint === endpoint);

/** True for an endpoint whose calls the queue keeps, or would keep if it could. */
export const isKept = (endpoint: Endpoint): boolean => kindsAt(endpoint).length > 0;

/** The record in an answer of such an endpoint; null where it has none. */
export const settledBy = (endpoint: Endpoint, body: unknown): BrandRecord | null =>
  kindsAt(endpoint)[0]?.settle(body) ?? null;

/** The intent of a page's request; null if it makes none, so that the server reports the error. */
export function intentOf(asked: Asked): Intent | null {
  for (const kind of kindsAt(asked.endpoint)) {
    const payload = kind.read(asked);
    if (payload !== null) return { kind: kind.kind, payload } as Intent;
  }
  return null;
}

/** The record that an intent is about. */
export const aboutOf = (intent: Intent): RecordRef => kindOf(intent).about(intent.payload);

/** Intents of one lane are sent one after the other. */
export const laneOf = (intent: Intent): string => {
  const { type, id } = aboutOf(intent);
  return [type, id].join(' ');
};

/** The request that sends an intent. */
export const requestOf = (intent: Intent): IntentRequest => kindOf(intent).request(intent.payload);
