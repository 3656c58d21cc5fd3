import { screen, waitFor, within } from '@testing-library/react';
import { writeSession } from '#api/session/session.ts';
import { brandQuery } from '#features/auth/queries.ts';
import { AddFunds } from '#features/billing/AddFunds.tsx';
import { AddFundsButton } from '#features/billing/AddFundsButton.tsx';
import { aBrand, aSession } from '#tests/component/support/examples.ts';
import { renderWithApp, testQueryClient } from '#tests/component/support/render.tsx';

// Lazy modules are transformed on first import, which is slow while other tests run, so load them before the first
// test.
import '#features/billing/AddFundsDialog.tsx';
import '#features/billing/attempt/FundsWatch.tsx';

/** A page of a logged-in brand with the button and the closed dialog. */
export async function showPage() {
  writeSession(aSession());
  const queryClient = testQueryClient();
  queryClient.setQueryData(brandQuery().queryKey, aBrand());
  const view = renderWithApp(
    <>
      <AddFundsButton place="page" />
      <AddFunds />
    </>,
    { queryClient },
  );
  await screen.findByRole('button', { name: 'Add Funds' });
  return view;
}

/** The open dialog with its loaded card form. */
export async function openAddFunds() {
  const view = await showPage();
  const { user } = view;
  await user.click(screen.getByRole('button', { name: 'Add Funds' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add Funds' });
  const inside = within(dialog);
  return {
    ...view,
    dialog,
    inside,
    field: (label: string) => inside.getByLabelText(label) as HTMLInputElement,
    retype: async (label: string, text: string) => {
      const field = inside.getByLabelText(label);
      await user.clear(field);
      if (text) await user.type(field, text);
    },
    useTestCard: async (last4: string) => {
      await inside.findByLabelText('Card number');
      await user.click(inside.getByText('Test cards'));
      await user.click(inside.getByRole('button', { name: new RegExp(`${last4}\\s?[A-Z]`) }));
    },
    payButton: () => inside.getByRole('button', { name: /^Add( \$| Funds)/ }) as HTMLButtonElement,
    isClosed: () => waitFor(() => expectClosed()),
  };
}

function expectClosed() {
  if (screen.queryByRole('dialog', { name: 'Add Funds' })) throw new Error('The dialog is still open');
}
