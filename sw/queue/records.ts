import * as v from 'valibot';
import { getCampaign } from '#contract/brand/campaign.ts';
import { getOffer } from '#contract/brand/offer.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { BrandRecord, RecordRef } from '#contract/worker/brand-record.ts';

interface RecordCall {
  endpoint: Endpoint;
  params: Readonly<Record<string, string>>;
  /** The record in a response; null if it doesn't match the contract. */
  read(body: unknown): BrandRecord | null;
}

/** The API call that fetches a record. */
export function callFor({ type, id }: RecordRef): RecordCall {
  if (type === 'campaign') return { endpoint: getCampaign, params: { campaignId: id }, read: readCampaign };
  return { endpoint: getOffer, params: { id }, read: readOffer };
}

function readOffer(body: unknown): BrandRecord | null {
  const parsed = v.safeParse(getOffer.answer, body);
  return parsed.success ? { type: 'offer', value: parsed.output } : null;
}

function readCampaign(body: unknown): BrandRecord | null {
  const parsed = v.safeParse(getCampaign.answer, body);
  return parsed.success ? { type: 'campaign', value: parsed.output } : null;
}
