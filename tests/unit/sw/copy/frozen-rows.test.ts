import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databaseNames } from '#contract/account/device.ts';
import type { QueuedAction } from '#contract/worker/sync-status.ts';
import type { ActionRow, StoredReceipt } from '#sw/database/action-row.ts';
import { connect } from '#sw/database/database.ts';
import { outboxSteps } from '#sw/database/migrations.ts';
import type { SessionRow } from '#sw/database/schema.ts';
import { readSessionCopy } from '#sw/database/session-copy.ts';
import { claimAction, releaseAction } from '#sw/queue/outbox/sending.ts';
import { readUncopiedReceipts } from '#sw/queue/receipts.ts';
import { createFakePhone, pageOf } from '#tests/support/worker/fake-phone.ts';
import { brandId } from '../a-phone.ts';

/** A row about an offer, as the first versions wrote it. */
type FlatRow = Omit<ActionRow, 'kind' | 'payload'> & { kind: string; offerId: string; payload?: { offerId: string } };

const aboutOf = ({ payload, offerId }: FlatRow) => payload?.offerId ?? offerId;
type FlatReceipt = StoredReceipt & { offerId: string };

const root = join(import.meta.dirname, '../../../fixtures/queue');

/** The rows in a folder and its subfolders, by file name. */
const rowsIn = <T>(folder: string): [name: string, row: T][] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => [basename(path, '.json'), JSON.parse(readFileSync(join(root, folder, path), 'utf8')) as T]);

const versions = readdirSync(join(root, 'released'));
const released = versions.flatMap((version) => rowsIn<FlatRow>(`released/${version}/actions`));
const sendable = rowsIn<FlatRow>('newer/sent');
const unsendable = [...rowsIn<FlatRow>('newer/kept'), ...rowsIn<FlatRow>('damaged')];

/**
 * A phone with these rows in its queue and no network yet.
 * @param format the version of the database that they were written to
 */
async function aPhoneWith(rows: readonly FlatRow[], format = outboxSteps.length) {
  const phone = createFakePhone({ fateOf: () => ({ kind: 'refuse' }) });
  const { clock, outbox, server } = phone;
  const before = connect(databaseNames.queue, outboxSteps.slice(0, format), clock);
  await clock.until(
    before.run(async (database) => {
      expect(database.version).toBe(format);
      for (const row of rows) await database.put('actions', row as unknown as ActionRow);
    }),
  );
  before.close();
  const page = pageOf(phone, server.logIn(brandId));
  await clock.until(page.open());
  return {
    phone,
    page,
    stored: () => clock.until(outbox.run((database) => database.getAll('actions'))),
    async actions(): Promise<QueuedAction[]> {
      const reply = await clock.until(phone.say({ type: 'get-status', listed: rows.length }));
      return (reply.ok && reply.status?.actions) || [];
    },
    /** Restores the network and allows enough time to send everything that can be sent. */
    async mend() {
      phone.network.fateOf = () => ({ kind: 'pass' });
      for (let beats = 0; beats < 5; beats += 1) {
        await clock.until(page.beat());
        await clock.advance(2000);
      }
    },
  };
}

const offersOf = (received: readonly { offerId: string }[]) => received.map(({ offerId }) => offerId).sort();

describe('decisions of every version', () => {
  test.each([...released, ...sendable])('%s is listed, and sent unless it was refused', async (_, row) => {
    const { phone, actions, mend } = await aPhoneWith([row]);
    expect(await actions()).toMatchObject([{ actionId: row.actionId, kind: row.kind, state: row.state }]);
    await mend();
    expect(offersOf(phone.server.received)).toEqual(row.state === 'waiting' ? [aboutOf(row)] : []);
    expect(phone.reported).toEqual([]);
  });

  test('fields from another version survive an attempt to send the row', async () => {
    for (const [, row] of sendable) {
      const { phone, stored } = await aPhoneWith([row]);
      const { actionId } = row;
      const now = phone.clock.now();
      const claim = { actionId, owner: 'me', now, leaseMs: 1000, isAlone: true };
      await phone.clock.until(claimAction(phone.outbox, claim));
      const release = { actionId, owner: 'me', now, notBefore: 0, failures: 1, mayHaveArrived: true };
      await phone.clock.until(releaseAction(phone.outbox, release));
      const [after] = await stored();
      const { attempts, lease, notBefore, failures, mayHaveArrived, ...rest } = row;
      expect(after).toMatchObject(rest);
    }
  });

  test.each(unsendable)(
    '%s needs attention, isn’t skipped or sent, and stays until it is discarded',
    async (_, row) => {
      const { phone, actions, stored, mend } = await aPhoneWith([row]);
      const [action, ...others] = await actions();
      expect(others).toEqual([]);
      expect(action).toMatchObject({ state: 'attention', brandId, attention: { code: 'unreadable' } });
      await mend();
      expect(phone.server.received).toEqual([]);
      expect(await stored()).toEqual([row]);
      const reply = await phone.clock.until(phone.say({ type: 'discard', actionId: action?.actionId ?? '' }));
      expect(reply).toMatchObject({ ok: true, status: { actions: [] } });
      expect(await stored()).toEqual([]);
    },
  );

  test.each([
    [1, 'refused'],
    [2, 'unknown'],
  ] as const)(
    'a decision that 0.1.0 marked refused after %i attempts is %s, since 0.1.0 applied a refusal to all attempts',
    async (attempts, certainty) => {
      const refused = released.find(([, row]) => row.state === 'attention')?.[1] as FlatRow;
      const { actions } = await aPhoneWith([{ ...refused, attempts }]);
      expect(await actions()).toMatchObject([{ actionId: refused.actionId, attention: { certainty } }]);
    },
  );

  test('an unreadable row blocks none of the others', async () => {
    const rows = [...released, ...sendable, ...unsendable].map(([, row]) => row);
    const { phone, actions, mend } = await aPhoneWith(rows);
    expect(await actions()).toHaveLength(rows.length);
    await mend();
    const sent = [...released, ...sendable].map(([, row]) => row).filter(({ state }) => state === 'waiting');
    expect(offersOf(phone.server.received)).toEqual(sent.map(aboutOf).sort());
  });

  test('logging out removes a brand’s decisions, and those without a brand, but not another brand’s', async () => {
    const others = { ...(released[0]?.[1] as FlatRow), seq: 99, brandId: 'brd_2', kind: 'archive' };
    const { phone, stored } = await aPhoneWith([...unsendable.map(([, row]) => row), others]);
    expect(await phone.clock.until(phone.say({ type: 'wipe', brandId }))).toMatchObject({ ok: true });
    expect(await stored()).toEqual([others]);
  });
});

describe('a queue of 0.1.0, in the first version of the database', () => {
  const rows = rowsIn<FlatRow>('released/0.1.0/actions').map(([, row]) => row);

  test('is migrated with every row unchanged, and each is listed once', async () => {
    const { phone, stored, actions } = await aPhoneWith(rows, 1);
    expect(await phone.clock.until(phone.outbox.run(async ({ version }) => version))).toBe(outboxSteps.length);
    expect(await stored()).toEqual(rows.toSorted((a, b) => a.seq - b.seq));
    const idsOf = (listed: readonly { actionId: string }[]) => listed.map(({ actionId }) => actionId).sort();
    expect(idsOf(await actions())).toEqual(idsOf(rows));
    expect((await actions()).filter(({ kind }) => kind === 'unreadable')).toEqual([]);
  });

  test('sends each row once, except for refused ones', async () => {
    const { phone, stored, mend } = await aPhoneWith(rows, 1);
    await mend();
    const isWaiting = ({ state }: FlatRow) => state === 'waiting';
    expect(offersOf(phone.server.received)).toEqual(rows.filter(isWaiting).map(aboutOf).sort());
    expect((await stored()).filter(({ state }) => state === 'waiting')).toEqual([]);
    expect(phone.reported).toEqual([]);
  });
});

describe('other stored rows', () => {
  test.each(versions)('receipts and the session of %s can be read', async (version) => {
    const { phone } = await aPhoneWith([]);
    const { clock, outbox } = phone;
    const receipts = rowsIn<StoredReceipt>(`released/${version}/receipts`).map(([, row]) => row);
    const [, session] = rowsIn<SessionRow>(`released/${version}/session`)[0] ?? [];
    await clock.until(
      outbox.run(async (database) => {
        for (const row of receipts) await database.put('receipts', row);
        if (session) await database.put('session', session);
      }),
    );
    expect(await clock.until(readUncopiedReceipts(outbox, brandId))).toMatchObject(
      receipts.map(({ actionId }) => ({ actionId })),
    );
    expect(await clock.until(readSessionCopy(outbox))).toEqual(session);
  });

  test('a receipt with an unreadable offer still shows that the decision was sent', async () => {
    const [, receipt] = rowsIn<FlatReceipt>('released/0.1.0/receipts')[0] as [string, FlatReceipt];
    const { phone, page } = await aPhoneWith([]);
    const { clock, outbox, server } = phone;
    server.addOffer(brandId, receipt.offerId);
    const seen = server.offer(receipt.offerId);
    const newer = { ...receipt, kind: 'archive', offer: { stage: 'DONE' } } as unknown as StoredReceipt;
    await clock.until(outbox.run((database) => database.put('receipts', newer)));
    phone.network.fateOf = () => ({ kind: 'pass' });
    await clock.until(page.open());
    await clock.advance(2000);
    phone.network.fateOf = () => ({ kind: 'refuse' });
    expect((await clock.until(page.decide(seen, receipt.actionId))).status).toBe(200);
    expect(server.received).toEqual([]);
    expect(phone.reported).toEqual([]);
  });
});
