import * as v from 'valibot';
import { maxBriefLength } from './bounds.ts';
import { hasControls } from './controls.ts';

const ulid = '[0-9A-HJKMNP-TV-Z]{26}';

/** An id: a ULID with its type's prefix. Other providers' ids are accepted in responses; see {@link anyId}. */
const idWith = (prefix: string) =>
  v.pipe(v.string(), v.regex(new RegExp(`^${prefix}_${ulid}$`), `Expected an ID such as ${prefix}_01J….`));

export const brandId = idWith('brd');
export const campaignId = idWith('cmp');
export const offerId = idWith('off');
export const fulfillmentId = idWith('ful');

/** An id in a response: opaque and not empty. */
export const anyId = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

/** A bare ULID, used for idempotency keys. */
export const ulidSchema = v.pipe(v.string(), v.regex(new RegExp(`^${ulid}$`), 'Expected a ULID.'));

/** An instant, ISO 8601 in UTC. */
export const timestamp = v.pipe(v.string(), v.isoTimestamp('Expected an ISO 8601 time.'));

/** An existing calendar day in UTC, `YYYY-MM-DD`. PostgreSQL has no year 0. */
export const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, 'Expected a date as YYYY-MM-DD.'),
  v.check((value) => {
    const at = new Date(`${value}T00:00:00Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) && !value.startsWith('0000');
  }, 'Expected a valid date.'),
);

/** An integer number of US cents; negative for outgoing money. */
export const cents = v.pipe(v.number(), v.safeInteger());

/** A non-negative integer. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A period's gain of a figure. Negative if the figure was corrected downwards. */
export const gain = v.pipe(v.number(), v.safeInteger());

/** An integer from a query string. */
export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, 'Expected a whole number.'),
    v.transform(Number),
    v.minValue(min, `Expected at least ${min}.`),
    v.maxValue(max, `Expected at most ${max}.`),
  );

/** Comma-separated values from a closed list, as list endpoints accept them. */
export const commaJoined = <const T extends readonly string[]>(values: T) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').filter((part) => part !== '')),
    v.array(v.picklist(values, `Expected one or more of ${values.join(', ')}.`)),
  );

/** Text with length limits. If a subject is given, the messages are sentences that a form shows beside its field. */
function bounded(max: number, min: number, subject?: string) {
  const required = subject && `${subject} is required`;
  // Computed lazily, since formatting a number loads locale data. Doing that for each schema took most of the app's startup time.
  const tooLong = subject && (() => `${subject} must be at most ${max.toLocaleString('en-US')} characters`);
  return v.pipe(v.string(), v.trim(), v.minLength(min, required), v.maxLength(max, tooLong));
}

/**
 * A single line of user input. Rejects control characters, which could break the line or reverse its direction, and so forge
 * other text.
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

/** A brand's name for a campaign. */
export const campaignName = text(maxBriefLength.title, 1, 'Name');

/** Multiline user input. PostgreSQL rejects NUL. */
export const longText = (max: number, min = 0, subject?: string) =>
  v.pipe(
    bounded(max, min, subject),
    v.check(
      (value) => !hasControls(value.replace(/[\t\r\n]/g, '')),
      subject ? `${subject} must be text without control characters` : 'Expected text without control characters.',
    ),
  );

/** A web address. Only http and https are allowed, so it is safe to link to. */
export const webUrl = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.url('Expected a web address.'),
  v.regex(/^https?:\/\//i, 'Expected a web address that starts with https://.'),
);

/** A post's link as typed or pasted; the post link check reports its problems. */
export const postLinkInput = v.pipe(v.string(), v.minLength(1), v.maxLength(2048));
