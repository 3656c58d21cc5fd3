import { basename } from 'node:path';
import {
  addCreatorCommand,
  blockCreatorCommand,
  importCreatorsCommand,
  inviteCreatorsCommand,
  listCreatorsCommand,
  renameAccountCommand,
  showCreatorCommand,
  tagCreatorsCommand,
  unblockCreatorCommand,
} from '#server/control/creator-commands.ts';
import { findGivenFile } from '#server/control/given-file.ts';
import { UsageError } from '#server/control/program.ts';
import {
  creatorLines,
  creatorsReportText,
  invitedText,
  renamedText,
  taggedText,
} from '#server/services/admin/creators/in-words.ts';
import { creatorText } from '#server/services/admin/show/creator-text.ts';
import { decided, namesIn, type Verb, type Verbs, verbResult } from './verb.ts';

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
  list-creators [--tag TAG]             lists creators with their accounts and tags; all, or those with a tag
  show-creator EMAIL                    shows a creator's accounts, tags and offers
  add-creator EMAIL --platform NAME --username NAME [--first-name NAME] [--last-name NAME] [--tags TAG;TAG]
                                        adds a creator, or another account for one
  import-creators FILE.csv [--dry-run]  adds creators from a file with one account per row, and lists the rows it can't use.
                                        Columns in any order: email, firstName, lastName, platform, username, and
                                        optionally tags (Food;Pets)
  rename-account USERNAME --platform NAME --username NEW
                                        records that an account was renamed on its platform. Links that name it by either
                                        name are accepted
  tag-creators TAG --to EMAIL,EMAIL     gives creators a tag from list-tags
  untag-creators TAG --from EMAIL,EMAIL removes the tag again
  invite CAMPAIGN [--to EMAIL,EMAIL] [--tags TAG,TAG]
                                        offers a campaign to creators on its platforms: those you name, and those with one
                                        of the tags who have no offer for it yet
  block-creator EMAIL --reason TEXT     stops invitations to a creator and moves by the creator's links; the creator's page
                                        shows the reason
  unblock-creator EMAIL                 allows them again`,
  verbs: {
    'list-creators': {
      takes: ['tag'],
      run: (_, { tag }) => verbResult(listCreatorsCommand, { tag }, ({ creators }) => creatorLines(creators)),
    },
    'show-creator': {
      argument: 'the email of a creator',
      takes: [],
      run: (email) => verbResult(showCreatorCommand, { email }, (shown) => creatorText(shown, new Date())),
    },
    'add-creator': {
      argument: 'the email of a creator',
      takes: ['platform', 'username', 'first-name', 'last-name', 'tags'],
      run: (email, { platform, username, 'first-name': firstName, 'last-name': lastName, tags }) =>
        verbResult(
          addCreatorCommand,
          { email, platform, username, firstName, lastName, tags },
          ({ creators, accounts }) => {
            const known = accounts.made === 0 ? 'The account already exists.' : 'Added the account.';
            return `${creators.made === 0 ? 'The creator already exists.' : 'Added the creator.'} ${known}`;
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
    'rename-account': {
      argument: 'the username of an account',
      takes: ['platform', 'username'],
      run: (username, { platform, username: newUsername }) => {
        if (platform === undefined || newUsername === undefined) {
          throw new UsageError('Expected --platform, and --username with the new name.');
        }
        return verbResult(renameAccountCommand, { platform, username, newUsername }, renamedText);
      },
    },
    'tag-creators': tagging(true, 'to'),
    'untag-creators': tagging(false, 'from'),
    'block-creator': {
      argument: 'the email of a creator',
      takes: ['reason'],
      run: (email, { reason }) => {
        if (reason === undefined) throw new UsageError('Expected --reason: the creator reads it.');
        return verbResult(
          blockCreatorCommand,
          { email, reason },
          (done) => `${done.creator.email} is blocked.${decided(done.changed)}`,
        );
      },
    },
    'unblock-creator': {
      argument: 'the email of a creator',
      takes: [],
      run: (email) =>
        verbResult(
          unblockCreatorCommand,
          { email },
          (done) => `${done.creator.email} is no longer blocked.${decided(done.changed)}`,
        ),
    },
    invite: {
      argument: 'the ID of a campaign',
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
