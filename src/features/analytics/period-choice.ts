import * as v from 'valibot';
import { type PeriodPreset, periodPresets } from '#contract/brand/analytics.ts';
import { day } from '#contract/wire/primitives.ts';
import type { Day } from '#domain/time/period.ts';

/** A chosen period: a preset moves on with the days, a range stays. */
export type PeriodChoice =
  | { timePeriodType: 'preset'; preset: PeriodPreset }
  | { timePeriodType: 'range'; since: Day; until: Day };

const defaultChoice: PeriodChoice = { timePeriodType: 'preset', preset: 'last_90d' };

/** A route's search keeps keys that are left out: a period is removed only by setting it to undefined. */
const noPeriod = { timePeriodType: undefined, preset: undefined, since: undefined, until: undefined };

/** The period in an address. Anything else reads as the last 90 days, which an address leaves out. */
export const periodSearchSchema = v.pipe(
  v.object({
    timePeriodType: v.fallback(v.optional(v.picklist(['preset', 'range'])), undefined),
    preset: v.fallback(v.optional(v.picklist(periodPresets)), undefined),
    since: v.fallback(v.optional(day), undefined),
    until: v.fallback(v.optional(day), undefined),
  }),
  v.transform((search): PeriodSearch => ({ ...noPeriod, ...searchOf(choiceOf(search)) })),
);

export interface PeriodSearch {
  timePeriodType?: 'preset' | 'range' | undefined;
  preset?: PeriodPreset | undefined;
  since?: Day | undefined;
  until?: Day | undefined;
}

/** Parses an address. */
export function choiceOf({ timePeriodType, preset, since, until }: PeriodSearch): PeriodChoice {
  if (timePeriodType !== 'preset' && since !== undefined && until !== undefined && since <= until) {
    return { timePeriodType: 'range', since, until };
  }
  return timePeriodType !== 'range' && preset !== undefined ? { timePeriodType: 'preset', preset } : defaultChoice;
}

/** Writes an address. */
export function searchOf(choice: PeriodChoice): PeriodSearch {
  return choice.timePeriodType === 'preset' && choice.preset === 'last_90d' ? {} : choice;
}
