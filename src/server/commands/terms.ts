import * as v from 'valibot';
import { formatUsd } from '#domain/money/money.ts';
import { centsOf, defineCommand } from '../control/command.ts';
import { UsageError } from '../control/program.ts';
import { setBrandTerms, setWaitingTimes } from '../services/admin/offers/terms.ts';

const days = v.pipe(v.number(), v.integer(), v.minValue(1, 'Expected 1 day or more.'), v.maxValue(365));
const cpm = 'Expected a CPM from $0.01 to $1,000.';
const hashtag = v.pipe(
  v.string(),
  v.regex(/^#?[\p{L}\p{N}_]{1,100}$/u, 'Expected one word of up to 100 letters, digits and _.'),
  v.transform((typed) => typed.replace('#', '')),
);

/** Parses a number of days. Returns undefined if the option is missing. */
function daysOf(option: string, typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  if (!/^\d{1,3}$/.test(typed)) throw new UsageError(`Expected --${option} with a whole number of days.`);
  return Number(typed);
}

export const termCommands = [
  defineCommand({
    name: 'waiting-times',
    usage: '[--offered DAYS] [--submit DAYS] [--review DAYS]',
    help: `sets how long creators have to answer and to submit before an offer expires, and
      how long brands have to review ("never" for no limit)`,
    takes: ['offered', 'submit', 'review'],
    acts: true,
    input: v.object({
      offeredDays: v.optional(days),
      submitDays: v.optional(days),
      reviewDays: v.optional(v.nullable(days)),
    }),
    result: v.object({ offeredDays: v.number(), submitDays: v.number(), reviewDays: v.nullable(v.number()) }),
    run: (context, { offeredDays, submitDays, reviewDays }) =>
      setWaitingTimes(context, {
        ...(offeredDays === undefined ? {} : { offeredDays }),
        ...(submitDays === undefined ? {} : { submitDays }),
        ...(reviewDays === undefined ? {} : { reviewDays }),
      }),
    call: (_, { offered, submit, review }) => ({
      input: {
        ...{ offeredDays: daysOf('offered', offered), submitDays: daysOf('submit', submit) },
        reviewDays: review === 'never' ? null : daysOf('review', review),
      },
      words: ({ offeredDays, submitDays, reviewDays }) => {
        const creators = `Creators have ${offeredDays} days to answer an offer and ${submitDays} days to submit.`;
        return reviewDays === null ? creators : `${creators} Brands have ${reviewDays} days to review.`;
      },
    }),
  }),
  defineCommand({
    name: 'brand-terms',
    usage: 'EMAIL [--silent-days DAYS] [--cpm AMOUNT] [--hashtag TAG]',
    help: `sets after how many silent days the team may decide for a brand ("never" if it may
      not), the CPM of its next campaigns in dollars, and the hashtag that its posts must
      have ("none" for no hashtag)`,
    argument: 'the email of a brand',
    takes: ['silent-days', 'cpm', 'hashtag'],
    acts: true,
    input: v.object({
      brand: v.pipe(v.string(), v.nonEmpty()),
      silentDays: v.optional(v.nullable(days)),
      cpmCents: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1, cpm), v.maxValue(100_000, cpm))),
      hashtag: v.optional(v.nullable(hashtag)),
    }),
    result: v.object({
      email: v.string(),
      silentDays: v.nullable(v.number()),
      cpmCents: v.number(),
      requiredHashtag: v.nullable(v.string()),
    }),
    run: (context, { brand, silentDays, cpmCents, hashtag: requiredHashtag }) =>
      setBrandTerms(context, {
        brand,
        terms: {
          ...(silentDays === undefined ? {} : { silentDays }),
          ...(cpmCents === undefined ? {} : { cpmCents }),
          ...(requiredHashtag === undefined ? {} : { requiredHashtag }),
        },
      }),
    call: (brand, given) => ({
      input: {
        brand,
        silentDays: given['silent-days'] === 'never' ? null : daysOf('silent-days', given['silent-days']),
        cpmCents: given.cpm === undefined ? undefined : centsOf(given.cpm),
        hashtag: given.hashtag === 'none' ? null : given.hashtag,
      },
      words: ({ email, silentDays, cpmCents, requiredHashtag }) => {
        const decides =
          silentDays === null
            ? `Only ${email} decides on its submissions`
            : `The team may decide for ${email} after ${silentDays} days`;
        const asks =
          requiredHashtag === null ? 'No hashtag is required.' : `#${requiredHashtag.replace(/^#/, '')} is required.`;
        return `${decides}. The CPM is ${formatUsd(cpmCents)}. ${asks}`;
      },
    }),
  }),
];
