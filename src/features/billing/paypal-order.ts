import { call } from '#api/client.ts';
import { isOfServer } from '#api/error.ts';
import { createPaypalOrder } from '#contract/brand/billing.ts';
import { toastError } from '#ui/toasts/toast.tsx';

/**
 * Has the server make an order of PayPal, on its terms.
 * @returns its id; null where a server makes none, so that the page has to
 */
export async function makePaypalOrder(amountCents: number): Promise<string | null> {
  try {
    return (await call(createPaypalOrder, { body: { amountCents } })).data.id;
  } catch (error) {
    if (isOfServer(error) && error.status === 404) return null;
    throw error;
  }
}

export const toastPaypalFailure = () =>
  toastError('Error processing payment.', { detail: 'Please try again', id: 'funds' });
