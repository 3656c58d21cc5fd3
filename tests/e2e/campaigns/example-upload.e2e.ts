import { readFileSync } from 'node:fs';
import { mediaUploads } from '#server/database/tables/file-tables.ts';
import { writeFilm } from '#tests/support/uploading/film.ts';
import { at, giveWizard, next, openWizard, steps } from '../fixtures/steps/wizard.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ viewport: { width: 360, height: 800 } });

test('an example video resumes after a lost connection, and can be cancelled', async ({
  page,
  server,
  brand,
  cable,
  complaints,
}, testInfo) => {
  complaints.allowNetworkFailures();
  const film = testInfo.outputPath('beach.mp4');
  await writeFilm(film, 12_000_000);
  const sizeBytes = readFileSync(film).length;
  await giveWizard(server, brand.id);
  const wizard = await openWizard(page);
  await steps[0]?.fill?.(wizard);
  await next(wizard);
  await at(wizard, 'What should creators do?');
  await wizard.getByText(/^Examples and notes/).click();
  const pick = wizard.getByLabel('Add pictures or videos');
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });

  await cable.setMode({ kind: 'stall', match: { method: 'PATCH' } });
  await pick.setInputFiles(film);
  const bar = wizard.getByRole('progressbar', { name: /^beach.mp4, \d+%$/ });
  await expect(bar).toBeVisible();
  await wizard.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(bar).toBeHidden();
  await expect(wizard.getByRole('alert')).toBeHidden();
  offsets.length = 0;

  const cut = { kind: 'reset-after-bytes', bytes: 1_500_000, from: 'body' } as const;
  await cable.setMode({ ...cut, match: { method: 'PATCH' }, times: 2 });
  await pick.setInputFiles(film);
  await expect(wizard.getByLabel('Example 1, a video')).toBeVisible();
  expect(offsets[0]).toBe(0);
  expect(offsets.slice(1).every((offset) => offset > 0)).toBe(true);
  const rows = await server.db.select().from(mediaUploads);
  expect(rows.filter(({ url }) => url !== null)).toMatchObject([{ sizeBytes, receivedBytes: sizeBytes }]);
});
