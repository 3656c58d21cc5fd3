import { basename } from 'node:path';
import * as v from 'valibot';
import { socialPlatforms } from '#contract/brand/campaign.ts';
import { offerStageTypes } from '#contract/brand/offer.ts';
import { campaignId, text } from '#contract/wire/primitives.ts';
import { commandFor, defineCommand, namesIn, nonBlankText, unchangedSuffix } from '../control/command.ts';
import { findInputFile } from '../control/input-file.ts';
import { UsageError } from '../control/program.ts';
import { defineTask } from '../control/task.ts';
import { blockCreator, unblockCreator } from '../services/admin/creators/creator-blocks.ts';
import { accountUsername, isProfileElsewhere } from '../services/admin/creators/creator-row.ts';
import {
  creatorLines,
  creatorsReportText,
  inviteText,
  renameText,
  tagText,
} from '../services/admin/creators/format.ts';
import { addCreator, creatorsReportSchema, importCreators } from '../services/admin/creators/import-creators.ts';
import { inviteCreators } from '../services/admin/creators/invite-creators.ts';
import { listCreators } from '../services/admin/creators/list-creators.ts';
import { renameAccount } from '../services/admin/creators/rename-account.ts';
import { tagCreators } from '../services/admin/creators/tag-creators.ts';
import { creatorText } from '../services/admin/show/creator-text.ts';
import { showCreator } from '../services/admin/show/show-creator.ts';

const argument = 'the email of a creator';
const email = nonBlankText(argument, 254);
const cell = v.optional(v.string(), '');
/** The limit is far above the length of any real list. */
const listed = v.pipe(v.array(v.string()), v.maxLength(1_000));

const platform = v.pipe(
  v.string(),
  v.toUpperCase(),
  v.picklist(socialPlatforms, `Expected one of ${socialPlatforms.join(', ')}.`),
);
const elsewhere = 'Expected a username, or the address of a profile, on that platform.';
const missingName = 'Expected --platform, and --username with the new name.';

const formerNameSchema = v.object({ username: v.string(), since: v.nullable(v.string()), until: v.string() });
const accountSchema = v.object({
  platform: v.picklist(socialPlatforms),
  username: v.string(),
  formerNames: v.array(formerNameSchema),
});
const blockSchema = v.nullable(v.object({ reason: v.string(), since: v.string() }));
const creatorSchema = v.object({
  id: v.string(),
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  accounts: v.array(accountSchema),
  tags: v.array(v.string()),
  mailRefusal: v.nullable(v.string()),
  block: blockSchema,
});
const blockedSchema = v.object({
  creator: v.object({ email: v.string(), firstName: v.string(), lastName: v.string(), block: blockSchema }),
  changed: v.boolean(),
});

const tagCreatorsTask = defineTask({
  name: 'tag-creators',
  acts: true,
  input: v.object({ tag: v.string(), emails: v.pipe(listed, v.minLength(1, 'Expected an email.')), has: v.boolean() }),
  result: v.object({ tag: v.string(), changed: v.number(), unknown: v.array(v.string()) }),
  run: (context, input) => tagCreators(context, input),
});

/** Parses the command lines of tag-creators and untag-creators. */
const tagging = (has: boolean, option: 'to' | 'from') => {
  const missing = `Expected --${option} with emails of creators, separated by commas.`;
  return (tag: string, { [option]: typed }: { to?: string; from?: string }) => {
    const emails = namesIn(typed);
    if (emails.length === 0) throw new UsageError(missing);
    return {
      input: { tag, emails, has },
      words: (done: v.InferOutput<typeof tagCreatorsTask.result>) => {
        if (done.unknown.length > 0) process.exitCode = 1;
        return tagText(done, has);
      },
    };
  };
};

export const creatorCommands = [
  defineCommand({
    name: 'list-creators',
    usage: '[--tag TAG]',
    help: 'lists creators with their accounts and tags; with --tag, only those who have the tag',
    takes: ['tag'],
    input: v.object({ tag: v.optional(v.string()) }),
    result: v.object({
      creators: v.array(creatorSchema),
    }),
    run: async ({ db }, { tag }) => ({ creators: await listCreators(db, { tag }) }),
    call: (_, given) => ({ input: given, words: ({ creators }) => creatorLines(creators) }),
  }),
  defineCommand({
    name: 'show-creator',
    usage: 'EMAIL',
    help: "shows a creator's accounts, tags and offers",
    argument,
    input: v.object({ email }),
    result: v.object({
      ...creatorSchema.entries,
      createdAt: v.string(),
      remindersOffSince: v.nullable(v.string()),
      earned: v.object({ dueCents: v.number(), heldCents: v.number(), paidCents: v.number() }),
      paymentReference: v.nullable(v.object({ text: v.string(), since: v.string() })),
      offers: v.array(
        v.object({
          id: v.string(),
          campaignId: v.string(),
          campaignName: v.nullable(v.string()),
          brandName: v.string(),
          platform: accountSchema.entries.platform,
          username: v.string(),
          stage: v.picklist(offerStageTypes),
          invalidationType: v.nullable(v.string()),
          since: v.string(),
        }),
      ),
    }),
    run: ({ db }, given) => showCreator(db, given.email),
    call: (typed) => ({ input: { email: typed }, words: (shown) => creatorText(shown, new Date()) }),
  }),
  defineCommand({
    name: 'add-creator',
    usage: 'EMAIL --platform NAME --username NAME [--first-name NAME] [--last-name NAME] [--tags TAG;TAG]',
    help: 'adds a creator, or another account for an existing creator',
    argument,
    takes: ['platform', 'username', 'first-name', 'last-name', 'tags'],
    acts: true,
    input: v.object({ email: cell, firstName: cell, lastName: cell, platform: cell, username: cell, tags: cell }),
    result: creatorsReportSchema,
    run: (context, input) => addCreator(context, input),
    call: (typed, { 'first-name': firstName, 'last-name': lastName, ...given }) => ({
      input: { email: typed, firstName, lastName, ...given },
      words: ({ creators, accounts }) => {
        const known = accounts.made === 0 ? 'The account already exists.' : 'Added the account.';
        return `${creators.made === 0 ? 'The creator already exists.' : 'Added the creator.'} ${known}`;
      },
    }),
  }),
  defineCommand({
    name: 'import-creators',
    usage: 'FILE.csv [--dry-run]',
    help: `adds creators from a file with one account per row, and lists the rows it can't use.
      Columns in any order: email, firstName, lastName, platform, username, and
      optionally tags (Food;Pets)`,
    argument: 'a file',
    flags: ['dry-run'],
    input: v.object({ dryRun: v.boolean() }),
    result: creatorsReportSchema,
    run: (context, input, file) => importCreators(context, input, file),
    call: (file, { 'dry-run': dryRun }) => ({
      input: { dryRun },
      words: (report) => {
        if (report.refused.length > 0) process.exitCode = 1;
        return creatorsReportText(report, basename(file));
      },
      open: findInputFile(file).open,
    }),
  }),
  defineCommand({
    name: 'rename-account',
    usage: 'USERNAME --platform NAME --username NEW',
    help: `records that an account was renamed on its platform. Links with the old or the new
      name are accepted`,
    argument: 'the username of an account',
    needs: { platform: missingName, username: missingName },
    input: v.pipe(
      v.object({ platform, username: v.string(), newUsername: v.string() }),
      v.check(
        (given) => ![given.username, given.newUsername].some((name) => isProfileElsewhere(name, given.platform)),
        elsewhere,
      ),
      v.object({ platform: v.picklist(socialPlatforms), username: accountUsername, newUsername: accountUsername }),
    ),
    result: v.object({
      platform: v.picklist(socialPlatforms),
      username: v.string(),
      changed: v.boolean(),
      brands: v.number(),
    }),
    run: (context, given) => renameAccount(context, given),
    call: (username, given) => ({
      input: { platform: given.platform, username, newUsername: given.username },
      words: renameText,
    }),
  }),
  commandFor(tagCreatorsTask, {
    name: 'tag-creators',
    usage: 'TAG --to EMAIL,EMAIL',
    help: 'gives creators a tag from list-tags',
    argument: 'the name of a tag',
    takes: ['to'],
    call: tagging(true, 'to'),
  }),
  commandFor(tagCreatorsTask, {
    name: 'untag-creators',
    usage: 'TAG --from EMAIL,EMAIL',
    help: 'removes a tag from creators',
    argument: 'the name of a tag',
    takes: ['from'],
    call: tagging(false, 'from'),
  }),
  defineCommand({
    name: 'invite',
    usage: 'CAMPAIGN [--to EMAIL,EMAIL] [--tags TAG,TAG]',
    help: `offers a campaign to creators on its platforms: those you name, and those with one
      of the tags who have no offer for it yet`,
    argument: 'the ID of a campaign',
    takes: ['to', 'tags'],
    input: v.pipe(
      v.object({ campaignId, emails: v.optional(listed, []), tags: v.optional(listed, []) }),
      v.check(({ emails, tags }) => emails.length + tags.length > 0, 'Expected emails or tags of creators.'),
    ),
    result: v.object({
      invited: v.array(
        v.object({ offerId: v.string(), email: v.string(), platform: v.string(), username: v.string() }),
      ),
      refused: v.array(v.object({ email: v.string(), reason: v.string() })),
      passedOver: v.number(),
    }),
    run: (context, input) => inviteCreators(context, input),
    call: (id, given) => {
      const [emails, tags] = [namesIn(given.to), namesIn(given.tags)];
      if (emails.length + tags.length === 0) {
        throw new UsageError('Expected --to with emails of creators, or --tags, separated by commas.');
      }
      return {
        input: { campaignId: id, emails, tags },
        words: (done) => {
          if (done.refused.length > 0) process.exitCode = 1;
          return inviteText(done);
        },
      };
    },
  }),
  defineCommand({
    name: 'block-creator',
    usage: 'EMAIL --reason TEXT',
    help: `keeps a creator from joining campaigns and making moves; the creator's page shows the
      reason`,
    argument,
    needs: { reason: 'Expected --reason, which is shown to the creator.' },
    acts: true,
    input: v.object({ email, reason: v.pipe(v.string(), v.trim(), v.nonEmpty('Expected a reason.'), text(500)) }),
    result: blockedSchema,
    run: (context, given) => blockCreator(context, given),
    call: (typed, given) => ({
      input: { email: typed, ...given },
      words: (done) => `${done.creator.email} is blocked.${unchangedSuffix(done.changed)}`,
    }),
  }),
  defineCommand({
    name: 'unblock-creator',
    usage: 'EMAIL',
    help: 'lets a blocked creator join campaigns and make moves again',
    argument,
    acts: true,
    input: v.object({ email }),
    result: blockedSchema,
    run: (context, given) => unblockCreator(context, given.email),
    call: (typed) => ({
      input: { email: typed },
      words: (done) => `${done.creator.email} is no longer blocked.${unchangedSuffix(done.changed)}`,
    }),
  }),
];
