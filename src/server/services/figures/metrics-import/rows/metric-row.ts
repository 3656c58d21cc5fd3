import * as v from 'valibot';
import { type SocialPlatform, socialPlatforms } from '#contract/brand/campaign.ts';
import { day } from '#contract/wire/primitives.ts';
import type { Figures } from '#domain/figures/analytics.ts';
import { accountName } from '#domain/posts/handles.ts';
import type { PostLink } from '#domain/posts/post-link.ts';
import { readPostLink } from '#domain/posts/post-link-check.ts';
import { hasInvisible, visibleText } from '#domain/shared/visible-text.ts';

/** Columns of a metrics file. Figures are cumulative: the post's totals at the end of that day (UTC). */
export const metricColumns = [
  'finalPostUrl',
  'socialPlatform',
  'socialUsername',
  'forDate',
  'viewCount',
  'likeCount',
  'commentCount',
  'shareCount',
] as const;
export type MetricColumn = (typeof metricColumns)[number];

export const countColumns = ['viewCount', 'likeCount', 'commentCount', 'shareCount'] as const;

export interface MetricRow {
  link: PostLink;
  username: string;
  day: string;
  counts: Figures;
  /** Counts that were left blank because the platform doesn't report them, and that are stored as 0. */
  blank: readonly MetricColumn[];
}

export type CheckedRow = { row: MetricRow } | { reason: string; value: string };

const spreadsheetError = /#(?:NAME\?|REF!|VALUE!|N\/A|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|ERROR!|GETTING_DATA)/i;
const shortened = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;
const anyShortened = /(?:^|[/=])[+-]?\d+(?:[.,]\d+)?E\+\d+(?:$|[/?&#])/i;

const untouched = (isError: (text: string) => boolean, isShortened: (text: string) => boolean) =>
  v.pipe(
    v.string(),
    v.transform(visibleText),
    v.check((text) => !isError(text), 'This cell has a spreadsheet error.'),
    v.check((text) => !isShortened(text), 'A spreadsheet rounded this number, so digits are missing.'),
    v.check((text) => !text.includes('\uFFFD'), 'Part of this text is missing: it has a replacement character.'),
    v.check((text) => !/\p{Cc}/u.test(text), 'Expected text without line breaks or other control characters.'),
  );

/** A name may contain such characters, so a cell is an error only if it consists of nothing else. */
const wholeCell = untouched(
  (text) => text.replace(spreadsheetError, '') === '' && text !== '',
  (text) => shortened.test(text),
);
const linkCell = untouched(
  (text) => spreadsheetError.test(text),
  (text) => anyShortened.test(text),
);

/** Maximum count, more than any post has. Sums over thousands of such posts are still exact integers. */
const maxCount = 1_000_000_000_000;
/** Earliest day accepted, older than any platform. */
const firstDay = '2000-01-01';

/** @param orElse describes the other values that the cell may have */
const wholeNumber = (orElse = '') =>
  v.pipe(
    wholeCell,
    v.regex(/^\d{1,16}$/, `Expected a whole number in digits only, such as 25000${orElse}.`),
    v.transform(Number),
    v.maxValue(maxCount, `Expected at most ${maxCount}.`),
  );
const orZero = v.union(
  [
    v.pipe(
      v.string(),
      v.regex(/^\s*$/),
      v.transform(() => 0),
    ),
    wholeNumber(', or a blank cell'),
  ],
  // A union's message names all of its options; the number's own message is the helpful one.
  (issue) => issue.issues?.at(-1)?.message ?? 'Expected a whole number or a blank cell.',
);

/** Strips the character that prevents a spreadsheet from reading a text as a formula. */
const withoutGuard = (text: string) => text.replace(/^'(?=[=+@-])/, '').replace(/^@/, '');

/** Returns the schemas of the cells, with error messages for the report. */
function schemasOf(today: string) {
  return {
    finalPostUrl: v.pipe(
      linkCell,
      v.nonEmpty('Expected the link to a post, but it’s blank.'),
      v.maxLength(2_048, 'Expected at most 2048 characters.'),
    ),
    socialPlatform: v.pipe(
      wholeCell,
      v.toUpperCase(),
      v.picklist(socialPlatforms, `Expected one of ${socialPlatforms.join(', ')}.`),
    ),
    socialUsername: v.pipe(
      wholeCell,
      v.transform((text) => visibleText(withoutGuard(text))),
      v.check((text) => !hasInvisible(text), 'Expected a name without invisible characters.'),
      v.nonEmpty('Expected a creator’s name, but it’s blank.'),
      v.transform(accountName),
      v.nonEmpty('Expected a creator’s name. This address doesn’t have one.'),
      v.maxLength(200, 'Expected at most 200 characters.'),
    ),
    forDate: v.pipe(
      wholeCell,
      v.regex(/^\d{4}-\d\d-\d\d$/, 'Expected a date as YYYY-MM-DD, such as 2026-03-10.'),
      day,
      v.check((text) => text >= firstDay, `Expected a date on or after ${firstDay}.`),
      v.check((text) => text <= today, `Expected a date up to today, ${today} (UTC).`),
    ),
    viewCount: v.pipe(v.string(), v.regex(/\S/, 'Expected a number, but it’s blank.'), wholeNumber()),
    likeCount: orZero,
    commentCount: orZero,
    shareCount: orZero,
  };
}

type Schemas = ReturnType<typeof schemasOf>;
type Cells = { [C in MetricColumn]: v.InferOutput<Schemas[C]> };
type Checked<T> = { value: T } | { reason: string };
type Checker<T> = (text: string) => Checked<T>;

/** Caches results: most texts repeat soon, and the schemas take longer than all other work on a row. */
function remembering<T>(schema: v.GenericSchema<string, T>, max: number): Checker<T> {
  const known = new Map<string, Checked<T>>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = v.safeParse(schema, text, { abortPipeEarly: true });
    const checked = result.success ? { value: result.output } : { reason: result.issues[0].message };
    if (known.size >= max) known.clear();
    known.set(text, checked);
    return checked;
  };
}

/** Caches links like {@link remembering}, by platform and text. */
function rememberingLinks(max: number) {
  const known = new Map<string, PostLink | string>();
  return (text: string, platform: SocialPlatform): PostLink | string => {
    const key = `${platform} ${text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const checked = readPostLink(text, platform);
    if (known.size >= max) known.clear();
    known.set(key, checked);
    return checked;
  };
}

/** Matches counts below the limit without a schema; nearly all counts do. */
const plainCount = /^\d{1,12}$/;
const plainly =
  (check: Checker<number>): Checker<number> =>
  (text) =>
    plainCount.test(text) ? { value: Number(text) } : check(text);

function checkersOf(schemas: Schemas): { [C in MetricColumn]: Checker<Cells[C]> } {
  const count = (column: (typeof countColumns)[number]) => plainly(remembering(schemas[column], 100));
  return {
    finalPostUrl: remembering(schemas.finalPostUrl, 100),
    socialPlatform: remembering(schemas.socialPlatform, 100),
    socialUsername: remembering(schemas.socialUsername, 100),
    forDate: remembering(schemas.forDate, 1_000),
    ...{ viewCount: count('viewCount'), likeCount: count('likeCount') },
    ...{ commentCount: count('commentCount'), shareCount: count('shareCount') },
  };
}

/**
 * Returns a function that checks a row's cells, by column.
 * @param today the last day allowed for figures, `YYYY-MM-DD` in UTC
 */
export function metricRowChecker(today: string): (cells: Readonly<Record<MetricColumn, string>>) => CheckedRow {
  const check = checkersOf(schemasOf(today));
  const checkLink = rememberingLinks(100);
  return (cells) => {
    const values: Partial<Record<MetricColumn, unknown>> = {};
    for (const column of metricColumns) {
      const checked = check[column](cells[column]);
      if ('reason' in checked) return { reason: `${column}: ${checked.reason}`, value: cells[column] };
      values[column] = checked.value;
    }
    const { finalPostUrl, socialPlatform, socialUsername, forDate, ...counts } = values as Cells;
    const link = checkLink(finalPostUrl, socialPlatform);
    if (typeof link === 'string') return { reason: `finalPostUrl: ${link}`, value: cells.finalPostUrl };
    const blank = countColumns.filter((column) => cells[column].trim() === '');
    return { row: { link, username: socialUsername, day: forDate, counts, blank } };
  };
}
