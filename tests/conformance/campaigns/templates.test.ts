import { beforeEach, expect, test } from 'vitest';
import { maxChangeTemplates } from '#contract/brand/requested-changes.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { changeTemplates as usual } from '#domain/offers/change-templates.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import { changeTemplates } from '#server/database/tables/offer-tables.ts';
import type { ListedTemplate } from '#server/services/admin/templates.ts';
import { readCreatorOffer } from '#server/services/creators/offer-view.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { offerInReview } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';

const { server, given, loggedIn } = await apiServer();
const { brandId, token } = await loggedIn({ name: 'Northwind' });
const initial = await server.db.select().from(changeTemplates);

beforeEach(async () => {
  await server.db.delete(changeTemplates);
  await server.db.insert(changeTemplates).values(initial);
});

const admin = <T = { template: ListedTemplate; changed: boolean }>(name: string, input: object) =>
  operate<T>(server, name, input);
const offered = async () => (await call(server, endpoints.listChangeTemplates, { token })).data;
const namesOffered = async () => (await offered()).map(({ name }) => name);
const price = { title: 'Mention the price', description: 'Say what {brand_name} costs.' };

async function ask(templateName: string) {
  const { id: offerId, seen: ifMatch } = await offerInReview(server, brandId, await given.campaign(brandId));
  const body = { requestedChanges: [{ templateName, variables: { brand_name: 'Northwind' } }] };
  const answer = await call(server, endpoints.rejectEvidence, {
    ...{ token, params: { id: offerId }, ifMatch, body, key: newKey() },
  });
  return { offerId, answer };
}
const changesForCreator = async (offerId: string) =>
  (await readCreatorOffer(brandScope(server.db, brandId), offerId, server.clock.now())).changes?.items;

test('a new database offers the app’s built-in templates', async () => {
  expect(await offered()).toEqual(usual.map((template) => ({ ...template, takesNote: true, mostNotes: 20 })));
});

test('an added template is offered to brands, can be requested, and is shown to creators; its text can change', async () => {
  const { template } = await admin('add-template', price);
  expect(template).toEqual({ name: 'MENTION_THE_PRICE', ...price, retired: false });
  expect((await offered()).at(-2)).toEqual({ name: 'MENTION_THE_PRICE', ...price, takesNote: true, mostNotes: 20 });
  const { offerId, answer } = await ask('MENTION_THE_PRICE');
  expect(answer.status).toBe(200);
  expect(answer.data.review?.changeRequests[0]?.templateNames).toEqual(['MENTION_THE_PRICE']);
  expect(await changesForCreator(offerId)).toMatchObject([
    { title: 'Mention the price', description: 'Say what Northwind costs.' },
  ]);
  const change = { name: 'mention_the_price', description: 'Name the price of {brand_name}.' };
  expect((await admin('change-template', change)).changed).toBe(true);
  expect((await admin('change-template', change)).changed).toBe(false);
  expect(await changesForCreator(offerId)).toMatchObject([{ description: 'Name the price of Northwind.' }]);
});

test('a retired template isn’t offered; phones that chose it can send it, and creators see it', async () => {
  expect(await admin('retire-template', { name: 'START_OVER' })).toMatchObject({ changed: true });
  expect(await admin('retire-template', { name: 'START_OVER' })).toMatchObject({ changed: false });
  expect(await namesOffered()).not.toContain('START_OVER');
  const { templates } = await admin<{ templates: ListedTemplate[] }>('list-templates', {});
  expect(templates.map(({ name, retired }) => (retired ? name : null))).toEqual([null, null, null, 'START_OVER']);
  const { offerId, answer } = await ask('START_OVER');
  expect(answer.status).toBe(200);
  expect(await changesForCreator(offerId)).toMatchObject([{ title: 'Start over' }]);
  const again = { title: 'Start over', description: 'Film it again.' };
  expect(await admin('add-template', again)).toMatchObject({ changed: true, template: again });
  expect(await admin('add-template', again)).toMatchObject({ changed: false });
  expect(await namesOffered()).toEqual(usual.map(({ name }) => name));
});

test('a change with an unknown template is refused, and nothing changes', async () => {
  const { offerId, answer } = await ask('NICER_MUSIC');
  expect(answer).toMatchObject({
    status: 400,
    data: { issues: [{ path: 'body.requestedChanges.0.templateName', message: 'Template name is required' }] },
  });
  const { data } = await call(server, endpoints.getOffer, { token, params: { id: offerId } });
  expect(data.currentStage.type).toBe('AWAITING_EVIDENCE_CLEARANCE');
});

test.each([
  ['add-template', { ...price, title: ' ' }, /^title: /],
  ['add-template', { ...price, title: '10 seconds' }, 'title: Expected one that begins with a letter from A to Z.'],
  ['add-template', { ...price, title: 'Custom' }, 'title: Custom is reserved for changes in the brand’s own words.'],
  ['add-template', { ...price, title: 'x'.repeat(41) }, /^title: /],
  ['add-template', { ...price, description: 'Name {brand}.' }, 'description: {brand} is unknown.'],
  ['add-template', { ...price, title: 'Start, over' }, 'The template START_OVER already exists.'],
  ['change-template', { name: 'NICER', title: 'Nicer' }, /^There is no template NICER\. Expected one of ENSURE_BRAND/],
  ['change-template', { name: 'CUSTOM', title: 'Nicer' }, 'There is no template CUSTOM.'],
  ['change-template', { name: 'START_OVER', description: 'Name {' }, 'description: { is unknown.'],
  ['retire-template', { name: 'CUSTOM' }, 'There is no template CUSTOM.'],
])('%s %j is refused with a message', async (name, input, words) => {
  await expect(admin(name, input)).rejects.toThrow(words);
});

test('there must be 1 to 20 templates', async () => {
  for (let count = usual.length; count < maxChangeTemplates; count++) {
    await admin('add-template', { ...price, title: `Number ${count}` });
  }
  expect(await offered()).toHaveLength(maxChangeTemplates);
  await expect(admin('add-template', price)).rejects.toThrow('There are already 19 templates, which is the limit.');
  const names = (await namesOffered()).filter((name) => name !== 'CUSTOM');
  for (const name of names.slice(1)) await admin('retire-template', { name });
  await expect(admin('retire-template', { name: names[0] })).rejects.toThrow('Brands need at least one template');
});
