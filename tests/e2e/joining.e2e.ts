import { decideOnBrand } from '../../src/server/services/admin/brands.ts';
import { logIn } from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ loggedIn: false });

const password = 'Right-pass1!';

test('a new brand signs up, verifies its e-mail, waits for approval, and is let in', async ({
  page,
  brand,
  server,
}) => {
  const email = `new-${brand.id.toLowerCase()}@brands.test`;
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.getByLabel('Brand name').fill('Harbour Tea');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();

  const [mail] = await server.mailsTo(email);
  const { pathname, search } = new URL(mail?.link ?? '');
  await page.goto(`${pathname}${search}`);
  await expect(page.getByRole('heading', { name: 'Account Under Review' })).toBeVisible();

  await decideOnBrand({ db: server.db, now: () => new Date() }, { brand: email, decision: 'APPROVED' });
  // Asked for every 15 s.
  const welcome = page.getByRole('dialog', { name: 'Set up your brand' });
  await expect(welcome).toContainText('Welcome, Harbour Tea', { timeout: 40_000 });
});

test('a brand that forgot its password sets a new one by a mail', async ({ page, brand, server }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  // The login has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
  await page.getByLabel('Email').fill(brand.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Check your email for a link to reset!')).toBeVisible();

  const mail = (await server.mailsTo(brand.email)).at(-1);
  const { pathname, search } = new URL(mail?.link ?? '');
  await page.goto(`${pathname}${search}`);
  const changed = 'Changed-pass2!';
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(changed);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(changed);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await logIn(page, { email: brand.email, password: changed });
  await expect(page.getByRole('link', { name: brand.campaign })).toBeVisible();
});
