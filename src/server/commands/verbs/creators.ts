import { basename } from 'node:path';
import {
  addCreatorCommand,
  importCreatorsCommand,
  inviteCreatorsCommand,
  listCreatorsCommand,
  tagCreatorsCommand,
} from '#server/control/creator-commands.ts';
import { findGivenFile } from '#server/control/given-file.ts';
import { UsageError } from '#server/control/program.ts';
import { creatorLines, creatorsReportText, invitedText, taggedText } from '#server/services/creators/in-words.ts';
import { namesIn, type Verb, type Verbs, verbResult } from './verb.ts';

/** A verb that gives a tag to creators, or takes it away. */
const tagging = (has: boolean, option: 'to' | 'from'): Verb => ({
  argument: 'the name of a tag',
  takes: [option],
  run: (tag, { [option]: typed }) => {
    const emails = namesIn(typed);
    if (emails.length === 0) throw new UsageError(`Expected --${option} with emails of creators, separated by commas.`);
    return verbResult(tagCreatorsCommand, { tag, emails, has }, (told) => {
      if (told.unknown.length > 0) process.exitCode = 1;
      return taggedText(told, has);
    });
  },
});

export const creatorVerbs: Verbs = {
  help: `
  list-creators [--tag TAG]             creators, their accounts and tags; all, or those with a tag
  add-creator EMAIL --platform NAME --username NAME [--first-name NAME] [--last-name NAME] [--tags TAG;TAG]
                                        takes one in, or one more account of one
  import-creators FILE.csv [--dry-run]  takes creators in, an account in each row; rows that can't be used are told. Columns,
                                        in any order: email, firstName, lastName, platform, username, and tags (Food;Pets),
                                        which may be left out
  tag-creators TAG --to EMAIL,EMAIL     gives creators a tag, one of list-tags
  untag-creators TAG --from EMAIL,EMAIL
  invite CAMPAIGN [--to EMAIL,EMAIL] [--tags TAG,TAG]
                                        offers a campaign to creators, by their accounts on its platforms: to those who are
                                        named, and to those with one of the tags who have no offer of it yet`,
  verbs: {
    'list-creators': {
      takes: ['tag'],
      run: (_, { tag }) => verbResult(listCreatorsCommand, { tag }, ({ creators }) => creatorLines(creators)),
    },
    'add-creator': {
      argument: 'the email of a creator',
      takes: ['platform', 'username', 'first-name', 'last-name', 'tags'],
      run: (email, { platform, username, 'first-name': firstName, 'last-name': lastName, tags }) =>
        verbResult(
          addCreatorCommand,
          { email, platform, username, firstName, lastName, tags },
          ({ creators, accounts }) => {
            const known = accounts.made === 0 ? 'The account was known before.' : 'The account is taken in.';
            return `${creators.made === 0 ? 'The creator was known before.' : 'The creator is taken in.'} ${known}`;
          },
        ),
    },
    'import-creators': {
      argument: 'a file',
      takes: ['dry-run'],
      run: (file, { 'dry-run': dryRun }) => {
        const { open } = findGivenFile(file);
        return verbResult(
          importCreatorsCommand,
          { dryRun: dryRun !== undefined },
          (report) => {
            if (report.refused.length > 0) process.exitCode = 1;
            return creatorsReportText(report, basename(file));
          },
          open,
        );
      },
    },
    'tag-creators': tagging(true, 'to'),
    'untag-creators': tagging(false, 'from'),
    invite: {
      argument: 'the id of a campaign',
      takes: ['to', 'tags'],
      run: (campaignId, { to, tags: typed }) => {
        const [emails, tags] = [namesIn(to), namesIn(typed)];
        if (emails.length + tags.length === 0) {
          throw new UsageError('Expected --to with emails of creators, or --tags, separated by commas.');
        }
        return verbResult(inviteCreatorsCommand, { campaignId, emails, tags }, (told) => {
          if (told.refused.length > 0) process.exitCode = 1;
          return invitedText(told);
        });
      },
    },
  },
};
