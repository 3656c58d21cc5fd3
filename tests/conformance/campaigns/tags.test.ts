import { expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { newCampaign } from '#tests/support/calls/campaigns.ts';
import { askChanges } from '#tests/support/calls/feed.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';

// Migrations create the tags, so a database without the demo has them too.

const { server, given, loggedIn } = await apiServer();
const { brandId, token } = await loggedIn({ tikTokHandle: 'northwind' });
await given.funds(brandId, 1_000_000);

const admin = (name: string, input: object) => operate(server, name, input);

const offered = async () => (await call(server, endpoints.listTags, { token })).data;
const idOf = async (name: string) => (await offered()).find((tag) => tag.name === name)?.id ?? '';

const create = (tagIds: string[]) => {
  const body = newCampaign({ tagIds, startAtDeltaSecs: 0 });
  return call(server, endpoints.createCampaign, { token, body, key: newKey() });
};

test('a new database has tags, “All” first, and a campaign can be created with one', async () => {
  const names = (await offered()).map(({ name }) => name);
  expect(names[0]).toBe('All');
  expect(names).toHaveLength(16);
  expect((await create([await idOf('Travel')])).status).toBe(200);
});

test('a new tag is added last, and adding it again changes nothing', async () => {
  const first = await admin('add-tag', { name: 'Crafts' });
  expect(first).toMatchObject({ tag: { name: 'Crafts', retired: false }, changed: true });
  expect(await admin('add-tag', { name: 'CRAFTS' })).toMatchObject({ tag: { name: 'Crafts' }, changed: false });
  expect((await offered()).at(-1)?.name).toBe('Crafts');
});

test('a retired tag stays on its campaigns but can’t be chosen until it is added again', async () => {
  const tagId = await idOf('Gaming');
  const { data: created } = await create([tagId]);
  expect(await admin('retire-tag', { tag: 'gaming' })).toMatchObject({
    tag: { id: tagId, retired: true },
    changed: true,
  });
  expect(await admin('retire-tag', { tag: tagId })).toMatchObject({ changed: false });
  expect(await idOf('Gaming')).toBe('');
  const params = { campaignId: created.id };
  expect((await call(server, endpoints.getCampaign, { token, params })).data.tags).toEqual([
    { id: tagId, name: 'Gaming' },
  ]);
  const refused = await create([tagId]);
  expect([refused.status, refused.data]).toMatchObject([
    400,
    { message: 'One of the tags is no longer available. Please choose again.', issues: [{ path: 'body.tagIds' }] },
  ]);
  expect(await admin('list-tags', {})).toMatchObject({
    tags: expect.arrayContaining([{ id: tagId, name: 'Gaming', retired: true }]),
  });
  expect(await admin('add-tag', { name: 'Gaming' })).toMatchObject({ tag: { id: tagId }, changed: true });
  expect(await idOf('Gaming')).toBe(tagId);
});

test('phones receive a new name with the campaigns that have it', async () => {
  const { data: created } = await create([await idOf('Pets')]);
  const { cursor } = (await askChanges(server, token)).data;
  expect(await admin('rename-tag', { tag: 'Pets', name: 'Animals' })).toMatchObject({ changed: true });
  const changed = (await askChanges(server, token, cursor)).data.campaigns;
  expect(changed.map(({ id, tags }) => [id, tags[0]?.name])).toEqual([[created.id, 'Animals']]);
  expect(await admin('rename-tag', { tag: 'Animals', name: 'Animals' })).toMatchObject({ changed: false });
});

test.each([
  ['rename-tag', { tag: 'Plants', name: 'Garden' }, 'No tag has the name or ID Plants.'],
  ['rename-tag', { tag: 'Music', name: 'travel' }, 'The tag Travel already exists.'],
  ['rename-tag', { tag: 'Music', name: 'all' }, 'The tag All means every creator and can’t be changed.'],
  ['retire-tag', { tag: 'All' }, 'The tag All means every creator and can’t be changed.'],
  ['add-tag', { name: ' ' }, /^name: /],
  ['add-tag', { name: 'Two\nlines' }, 'name: Expected one line without control characters.'],
] as const)('%s %j is refused with a message', async (name, input, words) => {
  await expect(admin(name, input)).rejects.toThrow(words);
});

test('concurrent additions of one name create one tag', async () => {
  const done = await Promise.all(['Cinema', 'cinema', 'CINEMA'].map((name) => admin('add-tag', { name })));
  expect(done.filter((each) => (each as { changed: boolean }).changed)).toHaveLength(1);
});
