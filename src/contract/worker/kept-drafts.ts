import * as v from 'valibot';
import { anyId, count } from '../wire/primitives.ts';

/** Policies for downloading pending drafts ahead on a device. */
export const downloadPolicies = ['always', 'wifi', 'never'] as const;
export type DownloadPolicy = (typeof downloadPolicies)[number];
export const downloadPolicySchema = v.picklist(downloadPolicies);

/**
 * State of a draft's video on this device. `waiting`: for a network or for room; `too-large`: for all the room that drafts may
 * have here; `off`: the device downloads nothing now.
 */
export const keptDraftSchema = v.object({
  offerId: anyId,
  fulfillmentId: anyId,
  /** The video's address without its query. */
  address: v.string(),
  haveBytes: count,
  sizeBytes: v.nullable(count),
  state: v.picklist(['kept', 'partial', 'waiting', 'too-large', 'off']),
});
export type KeptDraft = v.InferOutput<typeof keptDraftSchema>;

/** Drafts on this device, of one brand. */
export const keptDraftsSchema = v.object({
  brandId: anyId,
  policy: downloadPolicySchema,
  /** True if the browser distinguishes Wi-Fi from a mobile network. */
  tellsNetwork: v.boolean(),
  /** True if the user asked the browser for less data: nothing is downloaded ahead then. */
  savesData: v.boolean(),
  /** Bytes of all drafts, with their stills. */
  keptBytes: count,
  /** Whole videos. */
  keptCount: count,
  /** Drafts in review, longest waiting first. */
  drafts: v.array(keptDraftSchema),
});
export type KeptDrafts = v.InferOutput<typeof keptDraftsSchema>;
