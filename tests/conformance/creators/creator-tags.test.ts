import { beforeEach, expect, test } from 'vitest';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import type { CreatorsReport } from '#server/services/admin/creators/import-creators.ts';
import type { InviteReport } from '#server/services/admin/creators/invite-creators.ts';
import type { ListedCreator } from '#server/services/admin/creators/list-creators.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';

// Creators have the tags by which brands describe suitable creators for a campaign.

const { server, given } = await apiServer();
const brandId = await given.brand();

beforeEach(() => server.db.delete(creatorProfiles));

const admin = <T>(name: string, input: object, file = '') => operate<T>(server, name, input, file);
const importOf = (lines: string[], dryRun = false) =>
  admin<CreatorsReport>(
    'import-creators',
    { dryRun },
    ['email,firstName,lastName,platform,username,tags', ...lines].join('\n'),
  );
async function listed(tag?: string) {
  const { creators } = await admin<{ creators: ListedCreator[] }>('list-creators', tag === undefined ? {} : { tag });
  return creators.map(({ email, tags }) => `${email.replace(/@.*/, '')}: ${tags.join(', ')}`);
}
const takeIn = () =>
  importOf([
    'ada@example.com,Ada,Moss,TIKTOK,ada.moss,Outdoors;Pets',
    'bo@example.com,Bo,Lind,TIKTOK,bo.lind,outdoors',
    'cy@example.com,Cy,Park,YOUTUBE,cy.park,Outdoors',
    'dee@example.com,Dee,Fox,TIKTOK,dee.fox,',
  ]);
const invite = (campaignId: string, wanted: { emails?: string[]; tags?: string[] }) =>
  admin<InviteReport>('invite', { campaignId, ...wanted });
const emailsOf = ({ invited }: InviteReport) => invited.map(({ email }) => email);

test('a file can contain tags, and a row with an unknown tag is refused without importing its creator', async () => {
  const rows = ['ada@example.com,Ada,Moss,TIKTOK,ada.moss,Outdoors; Pets ', 'bo@example.com,Bo,Lind,TIKTOK,bo,Moon'];
  expect((await importOf(rows, true)).tagged).toBe(2);
  expect(await listed()).toEqual([]);
  expect(await importOf(rows)).toMatchObject({
    ...{ tagged: 2, creators: { made: 1 }, accounts: { made: 1 } },
    refused: [{ line: 3, reason: 'There is no tag Moon. Expected the names of tags, separated by semicolons.' }],
  });
  expect(await listed()).toEqual(['ada: Outdoors, Pets']);
  const again = await importOf([...rows.slice(0, 1), 'ada@example.com,Ada,Moss,YOUTUBE,adamoss,']);
  expect(again).toMatchObject({ tagged: 0, refused: [] });
  expect(await listed()).toEqual(['ada: Outdoors, Pets']);
});

test('the team adds and removes tags, is shown unknown emails, and finds creators by tag', async () => {
  await takeIn();
  const emails = ['BO@example.com', 'dee@example.com', 'nobody@example.com'];
  const gave = { tag: 'Pets', changed: 2, unknown: ['nobody@example.com'] };
  expect(await admin('tag-creators', { tag: 'pets', emails, has: true })).toEqual(gave);
  expect(await listed('pets')).toEqual(['ada: Outdoors, Pets', 'bo: Outdoors, Pets', 'dee: Pets']);
  const took = await admin('tag-creators', { tag: 'Pets', emails: ['bo@example.com', 'cy@example.com'], has: false });
  expect(took).toEqual({ tag: 'Pets', changed: 1, unknown: [] });
  expect(await listed('Pets')).toEqual(['ada: Outdoors, Pets', 'dee: Pets']);
  await expect(admin('tag-creators', { tag: 'Moon', emails, has: true })).rejects.toThrow(
    'No tag has the name or ID Moon.',
  );
  await expect(admin('tag-creators', { tag: 'all', emails, has: true })).rejects.toThrow('means every creator');
  await expect(admin('list-creators', { tag: 'Moon' })).rejects.toThrow('No tag has the name or ID Moon.');
});

test('a single creator is imported without a file', async () => {
  const ada = { email: 'ada@example.com', platform: 'tiktok', username: '@ada.moss' };
  const report = await admin<CreatorsReport>('add-creator', { ...ada, firstName: 'Ada', tags: 'Pets' });
  expect(report).toMatchObject({ creators: { made: 1 }, accounts: { made: 1 }, tagged: 1, refused: [] });
  expect(await listed()).toEqual(['ada: Pets']);
  const bad = admin('add-creator', { ...ada, username: 'two words' });
  await expect(bad).rejects.toThrow('username is "two words". Expected a username such as @ada.moss.');
});

test('an invitation by tags is for creators with a matching tag and account, and no offer yet', async () => {
  await takeIn();
  const campaignId = await given.campaign(brandId, { platforms: ['TIKTOK'] });
  expect(emailsOf(await invite(campaignId, { emails: ['ada@example.com'] }))).toEqual(['ada@example.com']);
  const first = await invite(campaignId, { tags: ['outdoors', 'Pets'] });
  expect(emailsOf(first)).toEqual(['bo@example.com']);
  expect(first).toMatchObject({ refused: [], passedOver: 2 });
  const all = await invite(campaignId, { tags: ['All'] });
  expect(emailsOf(all)).toEqual(['dee@example.com']);
  expect(all).toMatchObject({ refused: [], passedOver: 3 });
});

test('unknown emails are reported beside tags as usual, and each creator is invited once', async () => {
  await takeIn();
  const campaignId = await given.campaign(brandId, { platforms: ['TIKTOK'] });
  const result = await invite(campaignId, { emails: ['cy@example.com', 'ada@example.com'], tags: ['Outdoors'] });
  expect(emailsOf(result)).toEqual(['ada@example.com', 'bo@example.com']);
  const refused = [{ email: 'cy@example.com', reason: 'The creator has no account on TIKTOK.' }];
  expect(result).toMatchObject({ refused, passedOver: 0 });
});

test('an ended campaign, an unknown tag and a tag without creators are reported', async () => {
  await takeIn();
  const ended = await given.campaign(brandId, { workerStatus: 'ENDED_UNSUCCESSFULLY' });
  const { refused } = await invite(ended, { tags: ['Pets'] });
  expect(refused).toEqual([
    { email: 'ada@example.com', reason: 'Can’t invite the creator: the campaign isn’t running.' },
  ]);
  const campaignId = await given.campaign(brandId);
  await expect(invite(campaignId, { tags: ['Moon'] })).rejects.toThrow('No tag has the name or ID Moon.');
  await expect(invite(campaignId, { tags: ['Gaming'] })).rejects.toThrow('No creator has the tag Gaming.');
  await expect(invite(campaignId, {})).rejects.toThrow('Expected emails or tags of creators.');
});
