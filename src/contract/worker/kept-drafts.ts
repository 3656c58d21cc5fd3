import * as v from 'valibot';
import { anyId, count } from '../wire/primitives.ts';

/** Policies for downloading pending drafts in advance. */
export const downloadPolicies = ['always', 'wifi', 'never'] as const;
export type DownloadPolicy = (typeof downloadPolicies)[number];
export const downloadPolicySchema = v.picklist(downloadPolicies);

/**
 * State of a draft's video on this device. `waiting`: the download needs a network or space. `too-large`: exceeds the space for
 * drafts on this device. `off`: the device downloads nothing now.
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

/** One brand's drafts on this device. */
export const keptDraftsSchema = v.object({
  brandId: anyId,
  policy: downloadPolicySchema,
  /** True if the browser distinguishes Wi-Fi from a mobile network. */
  tellsNetwork: v.boolean(),
  /** True if the user has turned on data saving in the browser, which disables downloads in advance. */
  savesData: v.boolean(),
  /** Bytes of all drafts, including their stills. */
  keptBytes: count,
  /** Number of complete videos. */
  keptCount: count,
  /** Drafts in review, longest waiting first. */
  drafts: v.array(keptDraftSchema),
});
export type KeptDrafts = v.InferOutput<typeof keptDraftsSchema>;
