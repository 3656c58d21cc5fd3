import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

export interface AddFundsRequest {
  /** Amount in cents to begin with; null keeps what was typed before. */
  amountCents: number | null;
}

const request = createStore<AddFundsRequest | null>(null);

/** Opens the one dialog that adds funds, from whichever screen. */
export const requestAddFunds = (amountCents: number | null = null): void => request.write({ amountCents });
export const closeAddFunds = (): void => request.write(null);

/** The request that the dialog is open for; null while it is closed. */
export const useAddFundsRequest = (): AddFundsRequest | null => useStore(request);
