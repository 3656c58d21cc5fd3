import * as v from 'valibot';
import type { Brand, Tag } from '#contract/brand/brand.ts';
import { campaignCreationSchema } from '#contract/brand/campaign.ts';
import type { Flags } from '#domain/campaigns/flags.ts';
import { formatCount } from '#domain/money/money.ts';
import { minimumBudgetCents } from '#domain/money/reach.ts';
import { amountProblem, readAmount } from '#domain/money/typed-amount.ts';
import { offeredPlatforms } from '#domain/posts/handles.ts';
import { isKeyOf } from '#domain/shared/keys.ts';
import { limits } from '#domain/shared/limits.ts';
import type { DraftFields } from '../draft/draft.ts';
import { lastStartDay, localDay } from '../draft/start-day.ts';
import { hasBudget, stepsOf, type WizardStep } from '../wizard-steps.ts';
import { type Creation, creationOf } from './creation.ts';

type Field = keyof DraftFields;

/** Error messages by field. */
export type Problems = Partial<Record<Field, string>>;

/** Data besides the fields that determines whether they can be sent. */
export interface ValidationContext {
  brand: Brand;
  flags: Flags;
  tags: readonly Tag[];
  now: Date;
}

const fieldsOfStep: Record<WizardStep, readonly Field[]> = {
  overview: ['title', 'startOn', 'platforms', 'handles', 'campaignType', 'product'],
  guidelines: ['dos', 'donts', 'examples', 'talkingPoints', 'extraNotes'],
  tags: ['tagIds'],
  reach: ['budget'],
  summary: [],
};

/** The field from which each part of the request is derived, for showing the contract's errors. */
const fieldOfPart: Partial<Record<keyof Creation, Field>> = {
  title: 'title',
  socialPlatforms: 'platforms',
  dos: 'dos',
  donts: 'donts',
  media: 'examples',
  talkingPoints: 'talkingPoints',
  extraNotes: 'extraNotes',
  product: 'product',
  tagIds: 'tagIds',
  cpmBudgetCents: 'budget',
};

/** Error for a platform on which the brand has no handle yet. */
export const handleRequired = (label: string): string => `${label} username is required`;

/** The chosen platforms on which the brand has no handle for creators to tag. */
export const platformsWithoutHandle = ({ platforms }: Pick<DraftFields, 'platforms'>, brand: Brand) =>
  offeredPlatforms.filter(({ platform, field }) => platforms.includes(platform) && !brand[field]?.trim());

function startProblem({ startOn }: DraftFields, now: Date): string | undefined {
  if (startOn === null) return undefined;
  if (startOn < localDay(now)) return 'Start date must not be in the past';
  return startOn > lastStartDay(now) ? 'Start date must be within 5 years' : undefined;
}

function handlesProblem(fields: DraftFields, brand: Brand): string | undefined {
  const [first] = platformsWithoutHandle(fields, brand);
  return first && handleRequired(first.label);
}

function budgetProblem(fields: DraftFields, brand: Brand): string | undefined {
  if (!hasBudget(fields)) return undefined;
  const read = readAmount(fields.budget);
  if ('problem' in read) return amountProblem('Budget', read);
  const min = minimumBudgetCents(brand.cpmCents);
  if (read.cents >= min) return undefined;
  // The error names the larger limit, to match the hint beside the field.
  return min > limits.minBudgetCents
    ? `Projected views must be at least ${formatCount(limits.minProjectedViews)}`
    : `Budget must be at least $${limits.minBudgetCents / 100}`;
}

/** The contract's errors for the request derived from the fields, by field. */
function refusedByContract(fields: DraftFields, { tags, now }: ValidationContext): Problems {
  const { issues = [] } = v.safeParse(
    campaignCreationSchema,
    creationOf(fields, { tags, now, replacesCampaignId: null }),
  );
  const refused: Problems = {};
  for (const { path, message } of issues) {
    const part = path?.[0].key;
    const field = typeof part === 'string' && isKeyOf(fieldOfPart, part) ? fieldOfPart[part] : undefined;
    if (field !== undefined) refused[field] ??= message;
  }
  return refused;
}

/** Problems of all fields, from the contract, the screen, and the brand's account. */
function allProblems(fields: DraftFields, known: ValidationContext): Problems {
  const { brand, flags, now } = known;
  const isOneOfMany = fields.platforms.length > 1 && !flags.crossPlatformCampaigns;
  const found: Record<string, string | undefined> = {
    startOn: startProblem(fields, now),
    platforms: isOneOfMany ? 'Choose one social platform' : undefined,
    handles: handlesProblem(fields, brand),
    budget: budgetProblem(fields, brand),
  };
  const own = Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
  return { ...refusedByContract(fields, known), ...own };
}

const ofStep = (step: WizardStep, found: Problems): Problems =>
  Object.fromEntries(Object.entries(found).filter(([field]) => fieldsOfStep[step].some((own) => own === field)));

/** Problems of a step's fields. */
export const problemsOf = (step: WizardStep, fields: DraftFields, known: ValidationContext): Problems =>
  ofStep(step, allProblems(fields, known));

/** The first step with invalid fields; null if all are valid. */
export function firstInvalidStep(fields: DraftFields, known: ValidationContext): WizardStep | null {
  const found = allProblems(fields, known);
  return stepsOf(fields).find(({ key }) => Object.keys(ofStep(key, found)).length > 0)?.key ?? null;
}
