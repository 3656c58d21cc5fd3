import * as v from 'valibot';
import { socialPlatforms } from '../../contract/campaign.ts';
import { campaignId } from '../../contract/primitives.ts';
import { creatorsReportSchema, importCreators } from '../services/creators/import-creators.ts';
import { inviteCreators } from '../services/creators/invite-creators.ts';
import { listCreators } from '../services/creators/list-creators.ts';
import { defineCommand } from './command.ts';

const accountSchema = v.object({ platform: v.picklist(socialPlatforms), username: v.string() });

export const listCreatorsCommand = defineCommand({
  name: 'list-creators',
  input: v.object({}),
  result: v.object({
    creators: v.array(
      v.object({
        id: v.string(),
        email: v.string(),
        firstName: v.string(),
        lastName: v.string(),
        accounts: v.array(accountSchema),
      }),
    ),
  }),
  run: async ({ db }) => ({ creators: await listCreators(db) }),
});

export const importCreatorsCommand = defineCommand({
  name: 'import-creators',
  input: v.object({ dryRun: v.boolean() }),
  result: creatorsReportSchema,
  run: (context, input, file) => importCreators(context, input, file),
});

export const inviteCreatorsCommand = defineCommand({
  name: 'invite',
  input: v.object({
    campaignId,
    emails: v.pipe(v.array(v.string()), v.minLength(1, 'Expected an email.'), v.maxLength(1_000)),
  }),
  result: v.object({
    invited: v.array(v.object({ offerId: v.string(), email: v.string(), platform: v.string(), username: v.string() })),
    refused: v.array(v.object({ email: v.string(), reason: v.string() })),
  }),
  run: (context, input) => inviteCreators(context, input),
});
