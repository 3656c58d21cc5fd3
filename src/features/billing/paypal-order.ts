import { call } from '#api/client.ts';
import { isServerError } from '#api/error.ts';
import { createPaypalOrder } from '#contract/brand/billing.ts';
import { toastError } from '#ui/toasts/toast.tsx';

/**
 * Creates a PayPal order on the server.
 * @returns its id; null if the server doesn't create orders, and the page has to create it
 */
export async function requestPaypalOrder(amountCents: number): Promise<string | null> {
  try {
    return (await call(createPaypalOrder, { body: { amountCents } })).data.id;
  } catch (error) {
    if (isServerError(error) && error.status === 404) return null;
    throw error;
  }
}

export const toastPaypalFailure = () =>
  toastError('Error processing payment.', { detail: 'Please try again', id: 'funds' });
