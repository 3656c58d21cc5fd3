import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

export interface AddFundsRequest {
  /** Initial amount in cents; null keeps the typed one. */
  amountCents: number | null;
}

const request = createStore<AddFundsRequest | null>(null);

/** Opens the shared dialog for adding funds, from any screen. */
export const requestAddFunds = (amountCents: number | null = null): void => request.write({ amountCents });
export const closeAddFunds = (): void => request.write(null);

/** The request that opened the dialog; null while it's closed. */
export const useAddFundsRequest = (): AddFundsRequest | null => useStore(request);
