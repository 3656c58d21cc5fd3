import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BillingDetailsForm } from '#features/settings/payments/BillingDetailsForm.tsx';
import { aBrand } from '../support/examples.ts';
import { fakeApi } from '../support/fake-api.ts';
import { renderWithApp } from '../support/render.tsx';

const target = 'PUT /brand/v1.0/brands/current';
const none = { companyName: null, address: null, taxNumber: null };

test('billing details save automatically, and empty ones are null', async () => {
  const saved = { ...none, companyName: 'Northwind GmbH', address: 'Weg 1\n10115 Berlin' };
  const api = fakeApi({ [target]: () => aBrand({ billingDetails: saved }) });
  const { user } = renderWithApp(<BillingDetailsForm details={none} />);
  await user.type(await screen.findByLabelText('Company name'), ' Northwind GmbH ');
  await user.type(screen.getByLabelText('Address'), 'Weg 1{Enter}10115 Berlin');
  await user.click(screen.getByRole('button', { name: 'Save billing details' }));
  expect(await screen.findByText('Your billing details have been updated.')).toBeTruthy();
  expect(api.to(target).map(({ body }) => body)).toEqual([{ billingDetails: saved }]);
});

test('a text that is too long is reported at its field, and nothing is sent', async () => {
  const api = fakeApi({});
  const { user } = renderWithApp(<BillingDetailsForm details={{ ...none, taxNumber: '1'.repeat(61) }} />);
  await user.click(await screen.findByRole('button', { name: 'Save billing details' }));
  expect(await screen.findByText('Tax number must be at most 60 characters')).toBeTruthy();
  expect(api.calls).toEqual([]);
});
