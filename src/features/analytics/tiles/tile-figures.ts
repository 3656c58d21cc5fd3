import type { BrandAnalytics } from '#contract/brand/analytics.ts';
import {
  type Change,
  changeOf,
  changeText,
  countDegrees,
  type Degrees,
  priceDegrees,
} from '#domain/figures/comparison.ts';
import { formatCompact, formatCount, formatUsd } from '#domain/money/money.ts';
import { cpmPercentLower } from '#domain/money/reach.ts';
import { remainingText } from '#domain/money/remaining-text.ts';

/** A figure in short and exact form; both are the same if the exact form is short. */
export interface FigureText {
  short: string;
  exact: string;
}

const signed = (value: number, text: (positive: number) => string) => (value < 0 ? `-${text(-value)}` : text(value));

/** A count, which may be negative after corrections: "1.24M" and "1,240,000". */
const countText = (count: number): FigureText => ({
  short: signed(count, formatCompact),
  exact: formatCount(count),
});

const shortFromCents = 10_000;

/** Cents as US dollars, exact to the cent below $100: "$12.3k" and "$12,345.67". */
function usdText(cents: number): FigureText {
  const exact = formatUsd(cents);
  if (Math.abs(cents) < shortFromCents) return { short: exact, exact };
  return { short: signed(cents, (positive) => `$${formatCompact(Math.round(positive / 100))}`), exact };
}

/** Fields that both kinds of analytics share. */
export type Summary = Omit<BrandAnalytics, 'brandName'>;

/** Connotation of a change; a budget's is neutral. */
type Mood = 'good' | 'bad' | 'neutral';

export interface TileChange {
  kind: Change['kind'];
  mood: Mood;
  words: string;
  /** The previous period's figure. */
  before: string;
}

export interface TileFigure {
  label: string;
  figure: FigureText;
  note: string | null;
  /** Null until the previous period is known. */
  change: TileChange | null;
}

interface Kind {
  label: string;
  read: (summary: Summary) => number;
  text: (value: number) => FigureText;
  degrees: Degrees;
  better: 'up' | 'down' | null;
  note?: (summary: Summary) => string;
  /** Value to compare, if it isn't the displayed one. */
  compared?: (summary: Summary) => number;
  /** True if the figure is the same in every period. */
  isOfAllTime?: (summary: Summary) => boolean;
}

/** Actual cost per thousand views; the budgeted one before there are any views. */
const cpmOf = ({ calculatedCpmCentsTotal: real, cpmCentsTotal: budgeted }: Summary) => (real > 0 ? real : budgeted);

function cpmNote({ calculatedCpmCentsTotal: real, cpmCentsTotal: budgeted }: Summary): string {
  if (budgeted <= 0) return 'No budget';
  if (real <= 0) return 'As planned';
  const lower = cpmPercentLower(real, budgeted);
  return lower === null ? `${formatUsd(budgeted)} planned` : `${lower}% below plan`;
}

function budgetNote({ budget, cpmCentsTotal }: Summary): string {
  if (budget === undefined) return cpmCentsTotal > 0 ? 'For this period' : 'No budget';
  const { totalCents, spentCents, leftCents } = budget;
  return totalCents > 0
    ? remainingText({ ...budget, returnedCents: totalCents - spentCents - leftCents })
    : 'No budget';
}

const counted = (label: string, read: Kind['read']): Kind => ({
  label,
  read,
  text: countText,
  degrees: countDegrees,
  better: 'up',
});

const kinds: readonly Kind[] = [
  counted('Videos', ({ postCount }) => postCount),
  counted('Creators', ({ offerCount }) => offerCount),
  {
    label: 'CPM',
    read: cpmOf,
    text: usdText,
    degrees: priceDegrees,
    better: 'down',
    note: cpmNote,
    compared: ({ calculatedCpmCentsTotal }) => calculatedCpmCentsTotal,
  },
  {
    label: 'Budget',
    read: ({ budget, proratedBudgetCentsTotal }) => budget?.totalCents ?? proratedBudgetCentsTotal,
    text: usdText,
    degrees: priceDegrees,
    better: null,
    note: budgetNote,
    isOfAllTime: ({ budget }) => budget !== undefined,
  },
  counted('Views', ({ viewCount }) => viewCount),
  counted('Likes', ({ likeCount }) => likeCount),
  counted('Comments', ({ commentCount }) => commentCount),
  counted('Shares', ({ shareCount }) => shareCount),
];

export const tileLabels = kinds.map(({ label, note }) => ({ label, hasNote: note !== undefined }));

function moodOf({ kind }: Change, better: Kind['better']): Mood {
  if (better === null || kind === 'same' || kind === 'from-nothing') return 'neutral';
  const direction = kind === 'down' ? 'down' : 'up';
  return direction === better ? 'good' : 'bad';
}

/** The eight tiles of a period, compared with the previous period if that's known. */
export function tileFigures(summary: Summary, before: Summary | undefined): TileFigure[] {
  return kinds.map(({ label, read, text, degrees, better, note, compared = read, isOfAllTime }) => {
    const shown = { label, figure: text(read(summary)), note: note?.(summary) ?? null };
    if (before === undefined || isOfAllTime?.(summary)) return { ...shown, change: null };
    const change = changeOf(compared(summary), compared(before));
    const words = changeText(change, degrees);
    const was = text(compared(before)).exact;
    return { ...shown, change: { kind: change.kind, mood: moodOf(change, better), words, before: was } };
  });
}
