import { longestBrief } from '#contract/bounds.ts';
import type { Brand } from '#contract/brand.ts';
import type { Flags } from '#domain/flags.ts';
import { offeredPlatforms } from '#domain/handles.ts';
import { limits } from '#domain/limits.ts';
import { formatCount } from '#domain/money.ts';
import { projectedViews } from '#domain/reach.ts';
import type { Draft } from './draft/draft.ts';
import { lastStartDay, localDay } from './draft/start-day.ts';
import { hasBudget, stepsOf, type WizardStep } from './wizard-steps.ts';

/** Facts that a step needs besides the draft. */
export interface Known {
  brand: Brand;
  flags: Flags;
  now: Date;
}

/** Errors of a step's fields, by field. */
export type Problems = Partial<Record<string, string>>;

const without = (problems: Record<string, string | null>): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null)) as Problems;

/** Entries that say something. */
export const filled = (entries: readonly string[]): string[] =>
  entries.map((entry) => entry.trim()).filter((entry) => entry !== '');

/** Of a platform that the brand has no name on yet. */
export const handleRequired = (label: string): string => `${label} username is required`;

/** The chosen platforms on which creators could not tag the brand. */
export const withoutHandle = ({ platforms }: Draft, brand: Brand) =>
  offeredPlatforms.filter(({ platform, field }) => platforms.includes(platform) && !brand[field]?.trim());

function startProblem({ startOn }: Draft, now: Date): string | null {
  if (startOn === null) return null;
  if (startOn < localDay(now)) return 'Start date must not be in the past';
  return startOn > lastStartDay(now) ? 'Start date must be within 5 years' : null;
}

function platformsProblem({ platforms }: Draft, { crossPlatformCampaigns }: Flags): string | null {
  if (platforms.length === 0) return 'Social platform is required';
  return platforms.length > 1 && !crossPlatformCampaigns ? 'Choose one social platform' : null;
}

function overviewProblems(draft: Draft, { brand, flags, now }: Known): Problems {
  const title = draft.title.trim();
  return without({
    title:
      title === ''
        ? 'Title is required'
        : title.length > longestBrief.title
          ? `Title must be at most ${longestBrief.title} characters`
          : null,
    startOn: startProblem(draft, now),
    platforms: platformsProblem(draft, flags),
    ...Object.fromEntries(
      withoutHandle(draft, brand).map(({ platform, label }) => [`handle-${platform}`, handleRequired(label)]),
    ),
  });
}

function entriesProblem(entries: readonly string[] | null, required: string): string | null {
  const given = filled(entries ?? []);
  if (given.length === 0) return required;
  if (given.length > longestBrief.guidelines) return `At most ${longestBrief.guidelines} can be given`;
  return given.some(({ length }) => length > longestBrief.guideline)
    ? `Each must be at most ${longestBrief.guideline} characters`
    : null;
}

const guidelinesProblems = ({ dos, donts, extraNotes, talkingPoints }: Draft): Problems =>
  without({
    dos: entriesProblem(dos, 'Dos is required'),
    donts: entriesProblem(donts, 'Donts is required'),
    talkingPoints: filled(talkingPoints).length === 0 ? null : entriesProblem(talkingPoints, ''),
    extraNotes:
      extraNotes.trim().length > longestBrief.notes
        ? `Notes must be at most ${formatCount(longestBrief.notes)} characters`
        : null,
  });

const tagsProblems = ({ tagIds }: Draft): Problems =>
  without({ tagIds: tagIds.length === 0 ? 'At least one tag must be selected' : null });

/** Cents of a typed budget; null where it is no number. Grouping commas, spaces and a pasted `$` are no mistake. */
export function budgetCentsOf(typed: string): number | null {
  const digits = typed.replace(/[\s,$]/g, '');
  return /^(\d{1,9}\.?\d{0,9}|\.\d{1,9})$/.test(digits) ? Math.round(Number(digits) * 100) : null;
}

function budgetProblem({ budget }: Draft, { brand }: Known): string | null {
  if (budget.trim() === '') return 'Budget is required';
  const cents = budgetCentsOf(budget);
  if (cents === null) return 'Budget must be a number';
  if (cents < limits.minBudgetCents) return `Budget must be at least $${limits.minBudgetCents / 100}`;
  return projectedViews(cents, brand.cpmCents) < limits.minProjectedViews
    ? `Projected views must be at least ${formatCount(limits.minProjectedViews)}`
    : null;
}

const reachProblems = (draft: Draft, known: Known): Problems =>
  hasBudget(draft) ? without({ budget: budgetProblem(draft, known) }) : {};

const problemsIn: Record<WizardStep, (draft: Draft, known: Known) => Problems> = {
  overview: overviewProblems,
  guidelines: guidelinesProblems,
  tags: tagsProblems,
  reach: reachProblems,
  summary: () => ({}),
};

export const problemsOf = (step: WizardStep, draft: Draft, known: Known): Problems => problemsIn[step](draft, known);

/** The first step whose fields can't be sent as they are; null when all can. */
export const firstWrongStep = (draft: Draft, known: Known): WizardStep | null =>
  stepsOf(draft).find(({ key }) => Object.keys(problemsOf(key, draft, known)).length > 0)?.key ?? null;
