import * as v from 'valibot';
import { emailAddress } from '#contract/account/email.ts';
import { type SocialPlatform, socialPlatforms } from '#contract/brand/campaign.ts';
import { text } from '#contract/wire/primitives.ts';
import { accountName } from '#domain/posts/handles.ts';
import { profileIn } from '#domain/posts/profile-address.ts';

export const creatorColumns = ['email', 'firstName', 'lastName', 'platform', 'username'] as const;
/** Optional columns of a file. */
export const moreCreatorColumns = ['tags'] as const;
export type CreatorColumn = (typeof creatorColumns)[number] | (typeof moreCreatorColumns)[number];

/** A creator with one account. */
export interface CreatorRow {
  email: string;
  firstName: string;
  lastName: string;
  platform: SocialPlatform;
  username: string;
  /** Tag names or ids. */
  tags: string[];
}

export const creatorEmail = v.pipe(emailAddress(), v.toLowerCase());
const name = text(60);
export const expectedUsername = 'Expected a username such as @ada.moss.';
/**
 * An account's name, typed or as its profile's URL. Some platforms allow dots, underscores and hyphens in handles;
 * YouTube also allows a middle dot.
 */
export const accountUsername = v.pipe(
  v.string(),
  v.transform(accountName),
  v.regex(/^[\p{L}\p{M}\p{N}_.·-]{1,60}$/u, expectedUsername),
);

/** True if a text is the URL of a profile on another platform. */
export function isProfileElsewhere(text: string, platform: SocialPlatform): boolean {
  const profile = profileIn(text);
  return profile !== null && profile.platform !== platform;
}

const rowSchema = v.object({
  email: creatorEmail,
  firstName: name,
  lastName: name,
  platform: v.pipe(v.string(), v.trim(), v.toUpperCase(), v.picklist(socialPlatforms)),
  username: accountUsername,
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
  username: expectedUsername,
  tags: 'Expected the names of tags, separated by semicolons.',
};

/** Returns the row, or the reason why it can't be used, with the invalid value. */
export function checkCreatorRow(cells: Record<CreatorColumn, string>): CreatorRow | { reason: string } {
  const parsed = v.safeParse(rowSchema, cells);
  if (parsed.success) {
    const { platform } = parsed.output;
    if (!isProfileElsewhere(cells.username, platform)) return parsed.output;
    return { reason: `username is a profile on a platform other than ${platform}. ${expectedUsername}` };
  }
  const column = creatorColumns.find((each) => parsed.issues.some((issue) => issue.path?.[0]?.key === each)) ?? 'email';
  return { reason: `${column} is ${JSON.stringify(cells[column].slice(0, 80))}. ${expected[column]}` };
}
