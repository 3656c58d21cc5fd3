import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { databaseNames } from '#contract/account/device.ts';
import { connect } from '#sw/database/database.ts';
import { copySteps } from '#sw/database/migrations.ts';
import { createFakePhone, pageOf } from '#tests/support/worker/fake-phone.ts';
import { campaignIdOf, offerIdOf } from '#tests/support/worker/model-server.ts';
import { brandId } from '../a-phone.ts';

const frozenSchema = v.object({
  answers: v.record(v.string(), v.unknown()),
  stores: v.objectWithRest({ format: v.tuple([v.number()]) }, v.array(v.unknown())),
});
const arrays = { Float64Array, Uint8Array, Uint16Array, Uint32Array };

function frozenCopy(version: string) {
  const file = join(import.meta.dirname, '../../../fixtures/queue/released', version, 'copy.json');
  const revive = (_: string, value: { typedArray?: keyof typeof arrays; values?: number[] } | null) =>
    value?.typedArray === undefined ? value : arrays[value.typedArray].from(value.values ?? []);
  const { answers, stores } = v.parse(frozenSchema, JSON.parse(readFileSync(file, 'utf8'), revive));
  const { format, ...rows } = stores;
  return { answers, format: format[0], rows: Object.entries(rows) };
}

test.each(['0.1.0', '0.2.0'])('the copy stored by %s can be read offline, and synced online', async (version) => {
  const { answers, format, rows } = frozenCopy(version);
  const phone = createFakePhone({ fateOf: () => ({ kind: 'refuse' }) });
  const { clock, network, server } = phone;
  const before = connect(databaseNames.copy, copySteps.slice(0, format), clock);
  await clock.until(
    before.run(async (database) => {
      expect(database.version).toBe(format);
      for (const [store, found] of rows) for (const row of found) await database.put(store as never, row as never);
    }),
  );
  before.close();
  for (const n of [1, 2, 3]) server.addOffer(brandId, offerIdOf(n));
  for (const n of [1, 2]) server.addCampaign(brandId, campaignIdOf(n));
  const page = pageOf(phone, server.logIn(brandId));
  await clock.until(page.open());

  const read = async (path: string) => (await clock.until(page.read(path))).body;
  for (const [path, answer] of Object.entries(answers)) expect(await read(path)).toMatchObject(answer as object);

  network.fateOf = () => ({ kind: 'pass' });
  server.resubmit(offerIdOf(2));
  for (let beats = 0; beats < 40; beats += 1) {
    await clock.until(page.beat());
    await clock.advance(2000);
  }
  expect(await clock.until(page.offer(offerIdOf(2)))).toEqual(server.offer(offerIdOf(2)));
  expect(phone.reported).toEqual([]);
});
