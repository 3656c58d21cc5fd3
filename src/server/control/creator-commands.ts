import * as v from 'valibot';
import { socialPlatforms } from '#contract/brand/campaign.ts';
import { offerStageTypes } from '#contract/brand/offer.ts';
import { campaignId, text } from '#contract/wire/primitives.ts';
import { blockCreator, unblockCreator } from '../services/admin/creators/creator-blocks.ts';
import { accountUsername, isProfileElsewhere } from '../services/admin/creators/creator-row.ts';
import { addCreator, creatorsReportSchema, importCreators } from '../services/admin/creators/import-creators.ts';
import { inviteCreators } from '../services/admin/creators/invite-creators.ts';
import { listCreators } from '../services/admin/creators/list-creators.ts';
import { renameAccount } from '../services/admin/creators/rename-account.ts';
import { tagCreators } from '../services/admin/creators/tag-creators.ts';
import { showCreator } from '../services/admin/show/show-creator.ts';
import { defineCommand } from './command.ts';

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

export const listCreatorsCommand = defineCommand({
  name: 'list-creators',
  input: v.object({ tag: v.optional(v.string()) }),
  result: v.object({
    creators: v.array(creatorSchema),
  }),
  run: async ({ db }, { tag }) => ({ creators: await listCreators(db, { tag }) }),
});

export const importCreatorsCommand = defineCommand({
  name: 'import-creators',
  input: v.object({ dryRun: v.boolean() }),
  result: creatorsReportSchema,
  run: (context, input, file) => importCreators(context, input, file),
});

/** More than anyone types. */
const listed = v.pipe(v.array(v.string()), v.maxLength(1_000));
const cell = v.optional(v.string(), '');

export const addCreatorCommand = defineCommand({
  name: 'add-creator',
  acts: true,
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
  acts: true,
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

const named = v.pipe(v.string(), v.trim(), v.nonEmpty('Expected the email of a creator.'), v.maxLength(254));

export const showCreatorCommand = defineCommand({
  name: 'show-creator',
  input: v.object({ email: named }),
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
  run: ({ db }, { email }) => showCreator(db, email),
});

const blockedSchema = v.object({
  creator: v.object({ email: v.string(), firstName: v.string(), lastName: v.string(), block: blockSchema }),
  changed: v.boolean(),
});

export const blockCreatorCommand = defineCommand({
  name: 'block-creator',
  acts: true,
  input: v.object({ email: named, reason: v.pipe(v.string(), v.trim(), v.nonEmpty('Expected a reason.'), text(500)) }),
  result: blockedSchema,
  run: (context, given) => blockCreator(context, given),
});

export const unblockCreatorCommand = defineCommand({
  name: 'unblock-creator',
  acts: true,
  input: v.object({ email: named }),
  result: blockedSchema,
  run: (context, { email }) => unblockCreator(context, email),
});
