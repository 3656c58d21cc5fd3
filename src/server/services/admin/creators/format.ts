import { withoutControls } from '#contract/wire/controls.ts';
import type { CreatorsReport } from './import-creators.ts';
import type { InviteReport } from './invite-creators.ts';
import type { ListedCreator } from './list-creators.ts';
import type { RenameResult } from './rename-account.ts';
import type { TagResult } from './tag-creators.ts';

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

function accountText({ platform, username, formerNames }: ListedCreator['accounts'][number]): string {
  const before = formerNames.map((name) => `@${name.username} until ${name.until.slice(0, 10)}`).join(', ');
  return `${platform} @${username}${before === '' ? '' : ` (${before})`}`;
}

/** Formats creators for a terminal, one per line. */
export const creatorLines = (creators: readonly ListedCreator[]): string =>
  creators.length === 0 ? 'None found.' : creators.map(creatorLine).join('\n');

/** Formats a creator in one line, for a terminal. */
export function creatorLine(creator: ListedCreator): string {
  const { email, firstName, lastName, accounts, tags, mailRefusal, block } = creator;
  const name = withoutControls(`${firstName} ${lastName}`.trim());
  const list = accounts.map(accountText).join(', ');
  const tagged = tags.length === 0 ? '' : `  [${withoutControls(tags.join(', '))}]`;
  const refused = mailRefusal === null ? '' : `  Emails are refused: ${withoutControls(mailRefusal)}`;
  const blocked = block === null ? '' : `  Blocked since ${block.since.slice(0, 10)}: ${withoutControls(block.reason)}`;
  return `${email}${name === '' ? '' : `  ${name}`}  ${list}${tagged}${refused}${blocked}`;
}

/** Formats an import's report for a terminal. */
export function creatorsReportText(report: CreatorsReport, fileName: string): string {
  const { dryRun, rows, creators, accounts, tagged, refused } = report;
  const did = dryRun ? 'Would add' : 'Added';
  const renamed = creators.renamed === 0 ? '' : `, ${creators.renamed} renamed`;
  const tags = tagged === 0 ? '' : `, ${counted(tagged, 'tag')} added`;
  return [
    `${fileName}: ${counted(rows, 'row')}. ${did} ${counted(creators.made, 'creator')} and ${counted(accounts.made, 'account')}; ` +
      `${counted(accounts.known, 'account')} already known${renamed}${tags}; ${counted(refused.length, 'row')} refused.`,
    ...refused.map(({ line, reason }) => `  Line ${line}: ${withoutControls(reason)}`),
  ].join('\n');
}

/** Formats a renamed account for a terminal. */
export const renameText = ({ platform, username, changed, brands }: RenameResult) =>
  changed
    ? `The account is now @${username} on ${platform}, for ${counted(brands, 'brand')}. Links with its earlier names are still accepted.`
    : `The account is @${username} on ${platform}. Nothing changed.`;

/** Formats invitations for a terminal. */
export function inviteText({ invited, refused, passedOver }: InviteReport): string {
  return [
    `${counted(invited.length, 'offer')} sent.`,
    ...invited.map(({ offerId, email, platform, username }) => `  ${offerId}  ${email}, @${username} on ${platform}`),
    ...refused.map(({ email, reason }) => `  Not invited: ${withoutControls(email)}. ${reason}`),
    ...(passedOver === 0
      ? []
      : [
          `  Skipped ${counted(passedOver, 'creator')} who already had an offer, or no account on the campaign’s platforms.`,
        ]),
  ].join('\n');
}

/** Formats the result of tagging creators, or removing a tag, for a terminal. */
export function tagText({ tag, changed, unknown }: TagResult, has: boolean): string {
  const did = has ? 'Added' : 'Removed';
  return [
    `${did} ${withoutControls(tag)} ${has ? 'to' : 'from'} ${counted(changed, 'creator')}.`,
    ...unknown.map((email) => `  No creator has this email: ${withoutControls(email)}.`),
  ].join('\n');
}
