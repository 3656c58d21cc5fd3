import * as v from 'valibot';
import { type PeriodPreset, periodPresets } from '#contract/brand/analytics.ts';
import { day } from '#contract/wire/primitives.ts';
import type { Day } from '#domain/time/period.ts';

/** A chosen period: presets are relative to today, ranges are fixed. */
export type PeriodChoice =
  | { timePeriodType: 'preset'; preset: PeriodPreset }
  | { timePeriodType: 'range'; since: Day; until: Day };

const defaultChoice: PeriodChoice = { timePeriodType: 'preset', preset: 'last_90d' };

/** Route search keeps omitted keys, so a period is only removed by setting it to undefined. */
const noPeriod = { timePeriodType: undefined, preset: undefined, since: undefined, until: undefined };

/** The period in the URL. Anything invalid means the last 90 days, which the URL omits. */
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

/** Parses a period from search parameters. */
export function choiceOf({ timePeriodType, preset, since, until }: PeriodSearch): PeriodChoice {
  if (timePeriodType !== 'preset' && since !== undefined && until !== undefined && since <= until) {
    return { timePeriodType: 'range', since, until };
  }
  return timePeriodType !== 'range' && preset !== undefined ? { timePeriodType: 'preset', preset } : defaultChoice;
}

/** Converts a period to search parameters. */
export function searchOf(choice: PeriodChoice): PeriodSearch {
  return choice.timePeriodType === 'preset' && choice.preset === 'last_90d' ? {} : choice;
}
