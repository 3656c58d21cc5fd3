import * as v from 'valibot';
import { longestBrief } from './bounds.ts';
import { hasControls } from './controls.ts';

const ulid = '[0-9A-HJKMNP-TV-Z]{26}';

/** An id is a ULID behind its type's prefix. Other providers' ids are accepted on answers; see {@link anyId}. */
const idWith = (prefix: string) =>
  v.pipe(v.string(), v.regex(new RegExp(`^${prefix}_${ulid}$`), `Expected an ID such as ${prefix}_01J….`));

export const brandId = idWith('brd');
export const campaignId = idWith('cmp');
export const offerId = idWith('off');
export const fulfillmentId = idWith('ful');

/** An id in an answer: opaque, not empty. */
export const anyId = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

/** A bare ULID: idempotency keys. */
export const ulidSchema = v.pipe(v.string(), v.regex(new RegExp(`^${ulid}$`), 'Expected a ULID.'));

/** An instant, ISO 8601 in UTC. */
export const timestamp = v.pipe(v.string(), v.isoTimestamp('Expected an ISO 8601 time.'));

/** A calendar day in UTC, `YYYY-MM-DD`, that exists. PostgreSQL has no year 0. */
export const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, 'Expected a date as YYYY-MM-DD.'),
  v.check((value) => {
    const at = new Date(`${value}T00:00:00Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) && !value.startsWith('0000');
  }, 'Expected a valid date.'),
);

/** Whole US cents; negative where money left. */
export const cents = v.pipe(v.number(), v.safeInteger());

/** A count of things: whole, not negative. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A figure that can be corrected downwards, so a period's gain may be negative. */
export const gain = v.pipe(v.number(), v.safeInteger());

/** A whole number from a query string. */
export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, 'Expected a whole number.'),
    v.transform(Number),
    v.minValue(min, `Expected at least ${min}.`),
    v.maxValue(max, `Expected at most ${max}.`),
  );

/** Comma-joined values from a closed list, as the list endpoints take them. */
export const commaJoined = <const T extends readonly string[]>(values: T) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').filter((part) => part !== '')),
    v.array(v.picklist(values, `Expected one or more of ${values.join(', ')}.`)),
  );

/** With a subject the messages are sentences that a form shows beside its field. */
function bounded(max: number, min: number, subject?: string) {
  const required = subject && `${subject} is required`;
  // Formatting a number loads locale data, which took most of the start of the app while it was done for each schema.
  const tooLong = subject && (() => `${subject} must be at most ${max.toLocaleString('en-US')} characters`);
  return v.pipe(v.string(), v.trim(), v.minLength(min, required), v.maxLength(max, tooLong));
}

/**
 * One line that a person typed. Control characters are refused: they could break the line or reverse its reading direction, and
 * so forge other text.
 */
export const text = (max: number, min = 0, subject?: string) =>
  v.pipe(
    bounded(max, min, subject),
    v.check(
      (value) => !hasControls(value),
      subject
        ? `${subject} must be one line without control characters`
        : 'Expected one line without control characters.',
    ),
  );

/** The name that a brand gives to a campaign. */
export const campaignName = text(longestBrief.title, 1, 'Name');

/** Text of a person in several lines. PostgreSQL refuses NUL. */
export const longText = (max: number, min = 0, subject?: string) =>
  v.pipe(
    bounded(max, min, subject),
    v.check(
      (value) => !hasControls(value.replace(/[\t\r\n]/g, '')),
      subject ? `${subject} must be text without control characters` : 'Expected text without control characters.',
    ),
  );

/** A web address: http or https only, so that it can be put in a link. */
export const webUrl = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.url('Expected a web address.'),
  v.regex(/^https?:\/\//i, 'Expected a web address that starts with https://.'),
);

/** A post's link as it was typed or pasted; the check of posts' links says what is wrong with it. */
export const givenLink = v.pipe(v.string(), v.minLength(1), v.maxLength(2048));
