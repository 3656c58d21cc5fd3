import * as v from 'valibot';
import { type SocialPlatform, socialPlatforms } from '#contract/campaign.ts';
import { emailAddress } from '#contract/email.ts';
import { text } from '#contract/primitives.ts';

export const creatorColumns = ['email', 'firstName', 'lastName', 'platform', 'username'] as const;
/** Columns that a file may have beside them. */
export const moreCreatorColumns = ['tags'] as const;
export type CreatorColumn = (typeof creatorColumns)[number] | (typeof moreCreatorColumns)[number];

/** A creator with one account. */
export interface CreatorRow {
  email: string;
  firstName: string;
  lastName: string;
  platform: SocialPlatform;
  username: string;
  /** Names or ids. */
  tags: string[];
}

export const creatorEmail = v.pipe(emailAddress(), v.toLowerCase());
const name = text(60);
/** Dots, underscores and hyphens are in handles of some platform; a middle dot is in YouTube's. */
const username = v.pipe(
  v.string(),
  v.trim(),
  v.transform((given) => given.replace(/^@/, '')),
  v.regex(/^[\p{L}\p{N}_.·-]{1,60}$/u),
);

const rowSchema = v.object({
  email: creatorEmail,
  firstName: name,
  lastName: name,
  platform: v.pipe(v.string(), v.trim(), v.toUpperCase(), v.picklist(socialPlatforms)),
  username,
  tags: v.pipe(
    v.string(),
    v.transform((given) => given.split(';').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]))),
  ),
});

const expected: Readonly<Record<CreatorColumn, string>> = {
  email: 'Expected an email such as ada@example.com.',
  firstName: 'Expected a first name of at most 60 characters.',
  lastName: 'Expected a last name of at most 60 characters.',
  platform: `Expected one of ${socialPlatforms.join(', ')}.`,
  username: 'Expected a username such as @ada.moss.',
  tags: 'Expected the names of tags, separated by semicolons.',
};

/** The row, or why it can't be used, with the value that is to blame. */
export function checkCreatorRow(cells: Record<CreatorColumn, string>): CreatorRow | { reason: string } {
  const parsed = v.safeParse(rowSchema, cells);
  if (parsed.success) return parsed.output;
  const column = creatorColumns.find((each) => parsed.issues.some((issue) => issue.path?.[0]?.key === each)) ?? 'email';
  return { reason: `${column} is ${JSON.stringify(cells[column].slice(0, 80))}. ${expected[column]}` };
}
