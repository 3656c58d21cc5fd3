import * as v from 'valibot';
import { type Campaign, campaignTypes } from '#contract/brand/campaign.ts';
import { day } from '#contract/wire/primitives.ts';
import { type Flags, isSwitchedOn } from '#domain/campaigns/flags.ts';
import { type OfferedPlatform, offeredPlatforms } from '#domain/posts/handles.ts';
import { wizardSteps } from '../wizard-steps.ts';
import { localDay } from './start-day.ts';

/** Defaults of a new campaign: nearly every campaign asks for these. */
const defaultDos: readonly string[] = [
  'Show the brand within the first 10 seconds of the video.',
  'Keep the product visible for at least 20 seconds in total.',
  'Make the video 30 to 60 seconds long.',
];
const defaultDonts: readonly string[] = [
  'Don’t show or name other brands.',
  'Don’t make claims about the product that can’t be proved.',
];

const stepSchema = v.picklist(wizardSteps.map(({ key }) => key));
const platforms = offeredPlatforms.map(({ platform }) => platform);

export const exampleSchema = v.object({ kind: v.picklist(['image', 'video']), url: v.string() });
/** An uploaded picture or video that serves as an example for creators. */
export type Example = v.InferOutput<typeof exampleSchema>;

/** Drafts of earlier versions contain null until the step was opened; it's replaced with the defaults. */
const guidelines = (usual: readonly string[]) => v.fallback(v.array(v.string()), [...usual]);

export const draftSchema = v.object({
  title: v.string(),
  campaignType: v.picklist(campaignTypes),
  /** The product that creators receive in a product drop. Drafts of earlier versions lack it. */
  product: v.optional(v.string(), ''),
  platforms: v.array(v.picklist(platforms)),
  /** Typed handles by platform, until they're saved on the brand. */
  handles: v.record(v.string(), v.string()),
  /** A day in the viewer's zone; null for now. */
  startOn: v.nullable(day),
  dos: guidelines(defaultDos),
  donts: guidelines(defaultDonts),
  examples: v.array(exampleSchema),
  talkingPoints: v.array(v.string()),
  extraNotes: v.string(),
  postingMedia: v.nullable(v.string()),
  captions: v.array(v.string()),
  hasCustomCaption: v.boolean(),
  isCustomContent: v.boolean(),
  tagIds: v.array(v.string()),
  /** Dollars as typed. */
  budget: v.string(),
  step: stepSchema,
  /** The furthest unlocked step. */
  reached: stepSchema,
  /** True once anything was typed or chosen; discarding the draft then asks for confirmation. */
  changed: v.boolean(),
});
/** A campaign being created: its fields, and the user's progress. */
export type Draft = v.InferOutput<typeof draftSchema>;

/** The fields of the form, as typed and chosen. */
export type DraftFields = Omit<Draft, 'step' | 'reached' | 'changed'>;

/** A draft's fields, without the user's progress. */
export const fieldsOf = ({ step: _step, reached: _reached, changed: _changed, ...fields }: Draft): DraftFields =>
  fields;

export const emptyDraft = (): Draft => ({
  title: '',
  campaignType: 'CPM',
  product: '',
  platforms: ['TIKTOK'],
  handles: {},
  startOn: null,
  dos: [...defaultDos],
  donts: [...defaultDonts],
  examples: [],
  talkingPoints: [],
  extraNotes: '',
  postingMedia: 'VIDEO',
  captions: [],
  hasCustomCaption: false,
  isCustomContent: false,
  tagIds: [],
  budget: '',
  step: 'overview',
  reached: 'overview',
  changed: false,
});

const isOffered = (platform: string): platform is OfferedPlatform => platforms.some((offered) => offered === platform);

/** A draft with a campaign's content. Every step is unlocked, so that all of it can be reviewed before sending. */
export function draftOf(campaign: Campaign, now: Date): Draft {
  const { brief, campaignType, cpmBudgetCents } = campaign;
  const startOn = localDay(new Date(campaign.startAt));
  return {
    ...emptyDraft(),
    title: campaign.name ?? '',
    // On a server that doesn't send the type, a campaign without a budget isn't paid by views.
    campaignType: campaignType ?? (cpmBudgetCents === null ? 'FLAT_FEE' : 'CPM'),
    platforms: campaign.platforms.filter(isOffered),
    startOn: startOn > localDay(now) ? startOn : null,
    dos: campaign.dos,
    donts: campaign.donts,
    tagIds: campaign.tags.map(({ id }) => id),
    budget: cpmBudgetCents === null ? '' : String(cpmBudgetCents / 100),
    ...(brief && {
      examples: (brief.media ?? []).map(({ videoUrl, imageUrl }) => ({
        kind: videoUrl === undefined ? ('image' as const) : ('video' as const),
        url: videoUrl ?? imageUrl ?? '',
      })),
      talkingPoints: brief.talkingPoints ?? [],
      extraNotes: brief.extraNotes ?? '',
      postingMedia: brief.postingMedia ?? null,
      captions: brief.captions ?? [],
      hasCustomCaption: brief.hasCustomCaption ?? false,
      isCustomContent: brief.isCustomContent ?? false,
      product: brief.product ?? '',
    }),
    reached: 'summary',
  };
}

/** The fields without disabled platforms, which older drafts and copies of older campaigns may contain. */
export const withoutDisabledPlatforms = (flags: Flags, fields: DraftFields): DraftFields => ({
  ...fields,
  platforms: fields.platforms.filter((platform) => isSwitchedOn(platform, flags)),
});
