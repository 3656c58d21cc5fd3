import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aBrand } from '../support/examples.ts';
import { create, open, wizardServer } from './support/open-wizard.tsx';

describe('Reach', () => {
  const openReach = async (brand = aBrand()) => {
    const view = await open({ brand });
    await view.fill();
    await view.press('Back');
    await view.at('How many views do you want?');
    return view;
  };

  test.each([
    ['', 'Budget is required'],
    ['a lot', 'Budget must be a number'],
    ['300.005', 'Budget can have at most two decimals'],
    ['99.99', 'Projected views must be at least 50,000'],
    ['249.99', 'Projected views must be at least 50,000'],
  ])('%j is refused: %s', async (typed, problem) => {
    wizardServer();
    const { type, press, inside, field } = await openReach();
    await type('Budget', typed);
    await press('Next');
    expect(await inside.findByText(problem)).toBeTruthy();
    expect(field('Budget').getAttribute('aria-invalid')).toBe('true');
  });

  test.each([
    [500, '50', '$250.00', 'Projected views must be at least 50,000'],
    [100, '50', '$100.00', 'Budget must be at least $100'],
  ])(
    'at a CPM of %i cents a budget of %s is refused with the limit from the hint',
    async (cpmCents, typed, min, problem) => {
      const brand = aBrand({ cpmCents });
      wizardServer({ brand });
      const { type, press, inside } = await openReach(brand);
      await type('Budget', typed);
      await press('Next');
      expect(await inside.findByText(problem)).toBeTruthy();
      expect(inside.getByText(`Minimum budget: ${min}`)).toBeTruthy();
      expect(inside.queryAllByText(/at least|minimum/i)).toHaveLength(2);
    },
  );

  test('updates the expected views as the budget changes', async () => {
    wizardServer();
    const { type, press, inside, user, field } = await openReach();
    expect(inside.getByText('100,000')).toBeTruthy();
    await type('Budget', '1,234.50');
    expect(inside.getByText('246,900')).toBeTruthy();
    await press('$100 more');
    expect(field('Budget').value).toBe('1300');
    await user.click(field('Budget'));
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(field('Budget').value).toBe('1100');
  });

  test('shows the missing amount if the balance is too low, and funds can be added there', async () => {
    const brand = aBrand({ availableBalanceCents: 40_000 });
    const api = wizardServer({ brand });
    api.on('POST /brand/v1.0/billing/stripe/generate-client-secret', () => ({
      clientSecret: 'seti_sandbox_1_secret_1',
    }));
    const { inside, press, button, at } = await openReach(brand);
    expect(
      inside.getByText('This budget is $100.00 more than you have available. $500.00 is still pending.'),
    ).toBeTruthy();
    await press('Next');
    await at('Ready to submit?');
    expect(button('Create Campaign').disabled).toBe(true);
    await press('Add Funds');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Funds' }));
    expect(await dialog.findByLabelText('Amount')).toHaveProperty('value', '100');
  });

  test.each([
    [10_050, '399.50'],
    [49_000, '100'],
  ])('with %i cents available, Add Funds starts with $%s', async (availableBalanceCents, amount) => {
    const brand = aBrand({ availableBalanceCents });
    const api = wizardServer({ brand });
    api.on('POST /brand/v1.0/billing/stripe/generate-client-secret', () => ({
      clientSecret: 'seti_sandbox_1_secret_1',
    }));
    const { press } = await openReach(brand);
    await press('Add Funds');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Funds' }));
    expect(await dialog.findByLabelText('Amount')).toHaveProperty('value', amount);
  });
});

test('the wizard explains on its first step that a negative balance blocks new campaigns', async () => {
  const brand = aBrand({ availableBalanceCents: -25_000 });
  wizardServer({ brand });
  const { inside, fill, button, at } = await open({ brand });
  const debt =
    'Your balance is -$250.00, because payments were refunded, disputed or corrected. Add funds to bring it back to $0.00 first.';
  expect(inside.getByText(debt)).toBeTruthy();
  await fill();
  await at('Ready to submit?');
  expect(inside.getAllByText(debt)).toHaveLength(1);
  expect(button('Create Campaign').disabled).toBe(true);
});

describe('Summary', () => {
  test('shows everything, and each part links back to its step', async () => {
    wizardServer();
    const { inside, fill, press, at } = await open();
    await fill();
    expect(inside.getByRole('region', { name: 'Overview' }).textContent).toMatch(/Spring roast.*Today to .*@northwind/);
    expect(inside.getByRole('region', { name: 'Reach' }).textContent).toContain('$500.00');
    for (const [part, title] of [
      ['overview', 'Start with the basics'],
      ['guidelines', 'What should creators do?'],
      ['tags', 'Which creators should take part?'],
      ['reach', 'How many views do you want?'],
    ]) {
      await press(`Edit ${part}`);
      await at(title ?? '');
      await inside.getByRole('tab', { name: 'Summary' }).click();
      await at('Ready to submit?');
    }
  });

  test.each([
    ['By views', 'How creators are paid$5.00 per thousand views, at most $500.00 in total'],
    ['Flat fee', 'How creators are paidA flat fee for each approved post, which we’ll propose after our review'],
    ['Product drop', 'How creators are paidYour product: one per creator, no cash payment'],
  ])('shows how creators of a campaign are paid: %s', async (label, words) => {
    wizardServer();
    const { inside, fill, press, at, user } = await open();
    await fill();
    await press('Edit overview');
    await at('Start with the basics');
    await user.click(inside.getByRole('radio', { name: label }));
    inside.getByRole('tab', { name: 'Summary' }).click();
    await at('Ready to submit?');
    expect(inside.getByText('How creators are paid').parentElement?.textContent).toBe(words);
  });

  test('shows invalid values with a link to fix them', async () => {
    const api = wizardServer();
    const { inside, fill, press, at, type } = await open();
    await fill();
    await press('Edit overview');
    await at('Start with the basics');
    await type('Title', '');
    inside.getByRole('tab', { name: 'Summary' }).click();
    await at('Ready to submit?');
    await press('Create Campaign');
    expect(await inside.findByText('Title is required')).toBeTruthy();
    expect(api.to(create)).toEqual([]);
  });
});
