import type { Tag } from '#contract/brand/brand.ts';
import type { createCampaign } from '#contract/brand/campaign.ts';
import type { CallOf } from '#contract/wire/endpoint.ts';
import { budgetCentsOf } from '../draft/budget.ts';
import type { DraftFields } from '../draft/draft.ts';
import { campaignSpan } from '../draft/start-day.ts';
import { tagIdsToSend } from '../draft/tags.ts';
import { hasBudget } from '../wizard-steps.ts';

export type Creation = CallOf<typeof createCampaign>['body'];

interface Params {
  tags: readonly Tag[];
  /** Id of the rejected campaign that this one replaces. */
  replacesCampaignId: string | null;
  now: Date;
}

const secondsTo = (at: Date, now: Date) => Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));

/** The trimmed entries that aren't empty. */
export const nonEmpty = (entries: readonly string[]): string[] =>
  entries.map((entry) => entry.trim()).filter((entry) => entry !== '');

/** The request for a draft's fields, with its times relative to now. */
export function creationOf(draft: DraftFields, { tags, replacesCampaignId, now }: Params): Creation {
  const { start, end } = campaignSpan(draft.startOn, now);
  return {
    title: draft.title.trim(),
    campaignType: draft.campaignType,
    socialPlatforms: draft.platforms,
    startAtDeltaSecs: secondsTo(start, now),
    endAtDeltaSecs: secondsTo(end, now),
    dos: nonEmpty(draft.dos),
    donts: nonEmpty(draft.donts),
    tagIds: tagIdsToSend(draft.tagIds, tags),
    cpmBudgetCents: hasBudget(draft) ? budgetCentsOf(draft.budget) : null,
    media: draft.examples.map(({ kind, url }) => ({
      ...(kind === 'video' ? { videoUrl: url } : { imageUrl: url }),
      size: 'story' as const,
    })),
    postingMedia: draft.postingMedia,
    talkingPoints: nonEmpty(draft.talkingPoints),
    extraNotes: draft.extraNotes.trim() || null,
    captions: draft.captions,
    hasCustomCaption: draft.hasCustomCaption,
    isCustomContent: draft.isCustomContent,
    ...(draft.campaignType === 'DROP' ? { product: draft.product.trim() } : {}),
    ...(replacesCampaignId === null ? {} : { replacesCampaignId }),
  };
}

/** True if two requests are equal apart from their start and end, which are relative to the time of the request. */
export function isSameRequest(a: Creation, b: Creation): boolean {
  const timeless = (creation: Creation) => JSON.stringify({ ...creation, startAtDeltaSecs: 0, endAtDeltaSecs: 0 });
  return timeless(a) === timeless(b);
}
