import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildIfStale } from '#cli/set-up.mjs';
import type { Offer } from '#contract/brand/offer.ts';
import { hasFfmpeg, smallFilm } from '#tests/support/media/make.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { type ServerProcess, startProcess } from '#tests/support/servers/process.ts';

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `npm run admin -- …` on the embedded database, beside the server that has it open. */
describe('the provider team’s command', () => {
  const dataDir = newFolder(afterAll);
  let server: ServerProcess;
  beforeAll(async () => {
    buildIfStale();
    server = startProcess({ PORT: '0', DATA_DIR: dataDir, SEED_DEMO: '1', SIMULATE: '0' });
    await server.ready;
  }, 120_000);
  afterAll(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  }, 60_000);

  function admin(...args: string[]): Promise<Ran> {
    const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
    // Runs the built file: compiling the sources would take seconds per command.
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        ['dist/server/admin.js', ...args],
        { env: { PATH, HOME, TMPDIR, DATA_DIR: dataDir } },
        (error, stdout, stderr) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr }),
      );
    });
  }

  test('approves pending brands once', async () => {
    const waiting = await admin('list-brands', '--status', 'pending', '--json');
    expect(JSON.parse(waiting.stdout).brands).toContainEqual(
      expect.objectContaining({ email: 'review@afield.test', approvalStatus: 'PENDING' }),
    );
    const first = await admin('approve-brand', 'REVIEW@afield.test');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^Okapi Cycles <review@afield\.test> \(brd_\w+\) is approved\.\n$/);
    expect((await admin('approve-brand', 'review@afield.test')).stdout).toMatch(/is approved\. Nothing changed\.\n$/);
  });

  test('reports that a backup was restored', async () => {
    expect(await admin('restored')).toMatchObject({ code: 0, stdout: 'Phones will download everything again.\n' });
  });

  test('corrects a balance once, with a note that the brand sees', async () => {
    const take = ['adjust', 'new@afield.test', '--debit', '99.50', '--note', 'Refunded by bank transfer'];
    expect(await admin(...take)).toMatchObject({ code: 0, stdout: 'Booked. new@afield.test has -$99.50 available.\n' });
    const again = 'Already booked. new@afield.test has -$99.50 available.\n';
    expect(await admin(...take)).toMatchObject({ code: 0, stdout: again });
    const give = await admin('adjust', 'new@afield.test', '--credit', '99.5', '--note', 'Goodwill', '--json');
    expect(JSON.parse(give.stdout)).toMatchObject({ availableBalanceCents: 0, changed: true });
  });

  test.each([
    [['adjust', 'new@afield.test', '--debit', '1'], 2, 'Expected --note, which is shown to the brand.'],
    [['adjust', 'new@afield.test', '--note', 'x'], 2, 'Expected --credit or --debit.'],
    [['adjust', 'new@afield.test', '--debit', '1', '--credit', '1', '--note', 'x'], 2, 'Expected --credit or --debit.'],
    [['adjust', 'new@afield.test', '--debit', '1e3', '--note', 'x'], 2, 'Expected an amount such as 250 or 99.50.'],
    [['adjust', 'new@afield.test', '--debit', '0', '--note', 'x'], 1, 'amountCents: Expected an amount'],
    [['submit-draft', 'off_1'], 2, 'Expected --file with a video.'],
    [['submit-draft', 'off_1', '--file', '/nowhere/a.mov'], 1, 'There is no file /nowhere/a.mov. Expected a video.'],
    [['submit-draft', 'off_1', '--file', 'package.json'], 1, 'offerId: '],
    [
      ['adjust', 'nobody@afield.test', '--debit', '1', '--note', 'x'],
      1,
      'No brand has the email or ID nobody@afield.test.',
    ],
  ])('%j is refused with a message', async (args, code, words) => {
    const ran = await admin(...args);
    expect([ran.code, ran.stderr.startsWith(words)]).toEqual([code, true]);
  });

  test('finds no difference between the demo’s ledger and the payment providers', async () => {
    const ran = await admin('reconcile', '--days', '400');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^0 charges since \S+, 0 settled now, 0 still pending, 0 differences\.\n$/);
    expect((await admin('reconcile', '--days', 'week')).code).toBe(2);
    expect((await admin('reconcile', '--days', '0')).stderr).toBe('days: Expected 1 day or more.\n');
  });

  test('rejects a campaign with a reason, and requires one', async () => {
    const { stdout } = await admin('list-campaigns', '--json');
    const [campaign] = JSON.parse(stdout).campaigns as { id: string }[];
    const id = campaign?.id ?? '';
    expect(await admin('reject-campaign', id)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Expected --reason, which is shown to the brand\.\n/),
    });
    const rejected = await admin('reject-campaign', id, '--reason', 'The link leads nowhere.', '--json');
    expect(JSON.parse(rejected.stdout)).toMatchObject({ campaign: { id, approvalStatus: 'REJECTED' }, changed: true });
    expect(await admin('approve-campaign', id)).toMatchObject({
      code: 1,
      stderr: `Campaign ${id} is already rejected, and its budget is settled.\n`,
    });
  });

  test('approves a campaign that asks for originals', async () => {
    const { stdout } = await admin('list-campaigns', '--json');
    const [campaign] = JSON.parse(stdout).campaigns as { id: string }[];
    const id = campaign?.id ?? '';
    const approved = await admin('approve-campaign', id, '--originals', '--json');
    expect(approved).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(approved.stdout)).toMatchObject({ campaign: { id, approvalStatus: 'APPROVED' }, changed: true });
  });

  test('manages the tags', async () => {
    expect(await admin('rename-tag', 'Pets', '--to', 'Animals')).toMatchObject({
      code: 0,
      stdout: 'Renamed the tag to Animals.\n',
    });
    expect((await admin('retire-tag', 'animals')).stdout).toBe('The tag Animals is no longer available.\n');
    expect((await admin('list-tags')).stdout).toContain('\nOutdoors\nAnimals  (retired)\nSports\n');
    expect((await admin('add-tag', 'Sports')).stdout).toBe('The tag Sports is available. Nothing changed.\n');
    expect(await admin('rename-tag', 'Sports')).toMatchObject({ code: 2, stdout: '' });
  });

  test('imports creators, invites them, and reports failures', async () => {
    const file = join(dataDir, 'creators.csv');
    writeFileSync(
      file,
      'email,firstName,lastName,platform,username\nada@example.com,Ada,Moss,TIKTOK,ada.moss\nnobody,Bo,Lind,TIKTOK,bo\n',
    );
    const refused = '  Line 3: email is "nobody". Expected an email such as ada@example.com.\n';
    expect(await admin('import-creators', file, '--dry-run')).toMatchObject({
      code: 1,
      stdout: `creators.csv: 2 rows. Would add 1 creator and 1 account; 0 accounts already known; 1 row refused.\n${refused}`,
    });
    expect((await admin('import-creators', file)).stdout).toContain('Added 1 creator and 1 account');
    expect((await admin('list-creators')).stdout).toBe('ada@example.com  Ada Moss  TIKTOK @ada.moss\n');
    expect(await admin('import-creators', `${file}x`)).toMatchObject({ code: 1, stdout: '' });

    const [campaign] = JSON.parse(
      (await admin('list-campaigns', '--status', 'approved', '--json')).stdout,
    ).campaigns.filter(({ name }: { name: string }) => name === 'Cold Brew Club') as { id: string }[];
    const id = campaign?.id ?? '';
    const invited = await admin('invite', id, '--to', 'ada@example.com,who@example.com');
    expect(invited.code).toBe(1);
    expect(invited.stdout).toMatch(
      /^1 offer sent\.\n {2}off_\w+ {2}ada@example\.com, @ada\.moss on TIKTOK\n {2}Not invited: who@example\.com\. No creator has this email\. Import the creator first\.\n$/,
    );
    const [, offerId = ''] = /(off_\w+)/.exec(invited.stdout) ?? [];
    expect((await admin('list-offers', id, '--stage', 'offered')).stdout).toContain(
      `${offerId}  OFFERED  Waiting for acceptance  Ada Moss, @ada.moss on TIKTOK`,
    );
    expect(await admin('send-package', offerId, '--carrier', 'DHL')).toMatchObject({
      code: 1,
      stderr: 'Can’t mark the package as sent: the offer is waiting for the creator’s answer.\n',
    });
    expect((await admin('invalidate', offerId, '--reason', 'Asked to')).stdout).toBe(
      `${offerId}  INVALIDATED  Invalidated by admin  Ada Moss, @ada.moss on TIKTOK\n`,
    );
    const bo = ['bo@example.com', '--platform', 'tiktok', '--username', '@bo.lind', '--tags', 'Outdoors;Sports'];
    expect((await admin('add-creator', ...bo)).stdout).toBe('Added the creator. Added the account.\n');
    const untagged = await admin('untag-creators', 'sports', '--from', 'bo@example.com,who@example.com');
    expect(untagged).toMatchObject({
      code: 1,
      stdout: 'Removed Sports from 1 creator.\n  No creator has this email: who@example.com.\n',
    });
    expect((await admin('tag-creators', 'Sports', '--to', 'ada@example.com')).stdout).toBe(
      'Added Sports to 1 creator.\n',
    );
    expect((await admin('list-creators', '--tag', 'outdoors')).stdout).toBe(
      'bo@example.com  TIKTOK @bo.lind  [Outdoors]\n',
    );
    expect((await admin('invite', id, '--tags', 'Outdoors,Sports')).stdout).toMatch(
      /^1 offer sent\.\n.* bo@example\.com, .*\n {2}Skipped 1 creator who already had an offer, or no account on the campaign’s platforms\.\n$/,
    );
    expect((await admin('waiting-times', '--offered', '4')).stdout).toBe(
      'Creators have 4 days to answer an offer and 7 days to submit.\n',
    );
    expect((await admin('brand-terms', 'demo@afield.test', '--silent-days', 'never')).stdout).toEqual(
      expect.stringMatching(/^Only demo@afield\.test decides on its submissions\. The CPM is \$[\d.]+\. .*\.\n$/),
    );
  });

  test.skipIf(!hasFfmpeg)(
    'submits a draft for its creator, through the running server',
    { timeout: 90_000 },
    async () => {
      const { campaigns } = JSON.parse((await admin('list-campaigns', '--status', 'approved', '--json')).stdout);
      const id = campaigns.find(({ name }: { name: string }) => name === 'Cold Brew Club').id;
      const { offers } = JSON.parse((await admin('list-offers', id, '--stage', 'submit_evidence', '--json')).stdout);
      const owed = (offers as Offer[]).find(
        ({ currentStage }) => currentStage.fulfillment?.evidenceType !== 'PUBLISHED_VIDEO_URL',
      );
      const offerId = owed?.id ?? '';
      const notes = await admin('submit-draft', offerId, '--file', 'package.json');
      expect([notes.code, notes.stderr]).toEqual([1, expect.stringMatching(/^We can’t read this file as a video\. /)]);
      expect(await admin('submit-draft', offerId, '--file', smallFilm(), '--caption', 'First sip')).toMatchObject({
        code: 0,
        stdout: `The draft of ${offerId} is stored. The brand gets it once it is processed.\n`,
      });
      const listed = async () => (await admin('list-offers', id)).stdout;
      await expect
        .poll(listed, { timeout: 60_000, interval: 500 })
        .toContain(`${offerId}  AWAITING_EVIDENCE_CLEARANCE`);
    },
  );

  test('creates a session and ends it', async () => {
    const started = await admin('start-session', 'ops@afield.test');
    expect(JSON.parse(started.stdout)).toMatchObject({ adminUserId: expect.stringMatching(/^adm_/) });
    expect((await admin('end-sessions', 'ops@afield.test')).stdout).toBe('Ended 1 session.\n');
  });

  test.each([
    [['approve-brand', 'nobody@afield.test'], 1, 'No brand has the email or ID nobody@afield.test.'],
    [['list-brands', '--reason', 'x'], 2, 'list-brands has no option --reason.'],
    [['list-jobs', '--state', 'lost'], 1, 'state: Expected waiting, running or failed.'],
    [['retry-job', 'mail:mai_1', '--even-if-sent'], 1, 'There is no mail mai_1.'],
    [['list-brands', '--status', 'maybe'], 1, 'status: '],
    [['list-campaigns', '--status', 'live'], 1, 'status: Expected one of '],
    [['approve-everything'], 2, 'Unknown command approve-everything. Expected one of list-brands, '],
  ])('%j is refused with a message', async (args, code, words) => {
    const ran = await admin(...args);
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr.startsWith(words), ran.stderr).toBe(true);
  });
});
