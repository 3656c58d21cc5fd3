import { expect, test } from 'vitest';
import { budgetOf, draftStorageLimits } from '#sw/drafts/room.ts';
import { aDraft, aDraftsPhone, brandId } from './drafts-phone.ts';

async function aPhoneWithDraft() {
  const phone = aDraftsPhone();
  phone.files.set('/media/demo/1.mp4', { bytes: 10 });
  await phone.store([aDraft(1)]);
  return phone;
}

test.each([
  ['on Wi-Fi', { connection: 'wifi' }, 'wifi', 'kept'],
  ['on a mobile network', { connection: 'mobile' }, 'wifi', 'off'],
  ['on an unknown connection', { connection: 'unknown' }, 'always', 'kept'],
  ['with Save-Data', { connection: 'wifi', savesData: true }, 'never', 'off'],
] as const)('drafts have their default policy %s', async (_, device, policy, state) => {
  const phone = Object.assign(await aPhoneWithDraft(), device);
  await phone.start().run();
  expect(phone.broadcasts.at(-1)).toMatchObject({ policy, drafts: [{ state }] });
});

test.each([
  ['always', { connection: 'mobile' }, 'kept'],
  ['always', { connection: 'mobile', savesData: true }, 'off'],
  ['wifi', { connection: 'unknown' }, 'off'],
  ['never', { connection: 'wifi' }, 'off'],
] as const)('drafts follow the user’s choice of "%s" with %o', async (policy, device, state) => {
  const phone = Object.assign(await aPhoneWithDraft(), device);
  await phone.start().setPolicy(brandId, policy);
  await phone.start().run();
  expect(phone.broadcasts.at(-1)).toMatchObject({ policy, drafts: [{ state }] });
});

test('a phone that leaves its Wi-Fi stops downloading', async () => {
  const phone = await aPhoneWithDraft();
  phone.files.set('/media/demo/1.mp4', { bytes: 3_000_000 });
  phone.onAsked = () => {
    phone.connection = 'mobile';
  };
  await phone.start().run();
  expect(phone.asked).toHaveLength(1);
  expect(phone.broadcasts.at(-1)?.drafts[0]).toMatchObject({ haveBytes: 1_000_000, state: 'partial' });
});

test('removed downloads don’t return on their own', async () => {
  const phone = await aPhoneWithDraft();
  const worker = phone.start();
  await worker.run();
  await worker.remove(brandId);
  await worker.run();
  expect(await phone.kept()).toEqual({});
  expect(phone.broadcasts.at(-1)).toMatchObject({ policy: 'never', keptBytes: 0, keptCount: 0 });
  expect(phone.asked).toHaveLength(1);
});

test('logging out resets the choice', async () => {
  const phone = await aPhoneWithDraft();
  await phone.start().setPolicy(brandId, 'never');
  await phone.chunks.wipe();
  expect(await phone.chunks.policy(brandId)).toBeNull();
});

test('drafts take half of the free space, including their own', () => {
  expect(budgetOf({ quota: 200_000_000, usage: 100_000_000 }, 0)).toBe(50_000_000);
  expect(budgetOf({ quota: 200_000_000, usage: 100_000_000 }, 20_000_000)).toBe(60_000_000);
  expect(budgetOf({ quota: 1e12, usage: 0 }, 0)).toBe(draftStorageLimits.cap);
  expect(budgetOf({ quota: 30_000_000, usage: 15_000_000 }, 0)).toBe(0);
  expect(budgetOf({ quota: 10, usage: 20 }, 0)).toBe(0);
  expect(budgetOf({}, 0)).toBe(draftStorageLimits.unknown);
});
