import * as v from 'valibot';
import { socialPlatforms } from '#contract/campaign.ts';
import { campaignId } from '#contract/primitives.ts';
import { accountUsername, isProfileElsewhere } from '../services/creators/creator-row.ts';
import { addCreator, creatorsReportSchema, importCreators } from '../services/creators/import-creators.ts';
import { inviteCreators } from '../services/creators/invite-creators.ts';
import { listCreators } from '../services/creators/list-creators.ts';
import { renameAccount } from '../services/creators/rename-account.ts';
import { tagCreators } from '../services/creators/tag-creators.ts';
import { defineCommand } from './command.ts';

const formerNameSchema = v.object({ username: v.string(), since: v.nullable(v.string()), until: v.string() });
const accountSchema = v.object({
  platform: v.picklist(socialPlatforms),
  username: v.string(),
  formerNames: v.array(formerNameSchema),
});

export const listCreatorsCommand = defineCommand({
  name: 'list-creators',
  input: v.object({ tag: v.optional(v.string()) }),
  result: v.object({
    creators: v.array(
      v.object({
        id: v.string(),
        email: v.string(),
        firstName: v.string(),
        lastName: v.string(),
        accounts: v.array(accountSchema),
        tags: v.array(v.string()),
        mailRefusal: v.nullable(v.string()),
      }),
    ),
  }),
  run: async ({ db }, { tag }) => ({ creators: await listCreators(db, tag) }),
});

export const importCreatorsCommand = defineCommand({
  name: 'import-creators',
  input: v.object({ dryRun: v.boolean() }),
  result: creatorsReportSchema,
  run: (context, input, file) => importCreators(context, input, file),
});

/** Nobody types more. */
const listed = v.pipe(v.array(v.string()), v.maxLength(1_000));
const cell = v.optional(v.string(), '');

export const addCreatorCommand = defineCommand({
  name: 'add-creator',
  input: v.object({ email: cell, firstName: cell, lastName: cell, platform: cell, username: cell, tags: cell }),
  result: creatorsReportSchema,
  run: (context, input) => addCreator(context, input),
});

const platform = v.pipe(
  v.string(),
  v.toUpperCase(),
  v.picklist(socialPlatforms, `Expected one of ${socialPlatforms.join(', ')}.`),
);
const elsewhere = 'Expected a username or profile on that platform.';

export const renameAccountCommand = defineCommand({
  name: 'rename-account',
  input: v.pipe(
    v.object({ platform, username: v.string(), newUsername: v.string() }),
    v.check(
      (given) => ![given.username, given.newUsername].some((text) => isProfileElsewhere(text, given.platform)),
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
});

export const tagCreatorsCommand = defineCommand({
  name: 'tag-creators',
  input: v.object({ tag: v.string(), emails: v.pipe(listed, v.minLength(1, 'Expected an email.')), has: v.boolean() }),
  result: v.object({ tag: v.string(), changed: v.number(), unknown: v.array(v.string()) }),
  run: (context, input) => tagCreators(context, input),
});

export const inviteCreatorsCommand = defineCommand({
  name: 'invite',
  input: v.pipe(
    v.object({ campaignId, emails: v.optional(listed, []), tags: v.optional(listed, []) }),
    v.check(({ emails, tags }) => emails.length + tags.length > 0, 'Expected emails or tags of creators.'),
  ),
  result: v.object({
    invited: v.array(v.object({ offerId: v.string(), email: v.string(), platform: v.string(), username: v.string() })),
    refused: v.array(v.object({ email: v.string(), reason: v.string() })),
    passedOver: v.number(),
  }),
  run: (context, input) => inviteCreators(context, input),
});
