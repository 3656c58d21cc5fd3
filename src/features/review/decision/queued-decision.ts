import type { QueryClient } from '@tanstack/react-query';
import { offerKeys } from '#features/offers/public.ts';
import { orderOfQueue } from '#features/queue/public.ts';

async function order(client: QueryClient, ...order: Parameters<typeof orderOfQueue>): Promise<boolean> {
  const done = await orderOfQueue(...order);
  await client.invalidateQueries({ queryKey: offerKeys.all });
  return done;
}

/** Takes back a decision that was not sent yet; says so where it is too late. Resolves to whether it was undone. */
export const undoDecision = (client: QueryClient, actionId: string) => order(client, 'undo', actionId);

/** Gives up a decision that the server refused. */
export const discardDecision = (client: QueryClient, actionId: string) => order(client, 'discard', actionId);

/** Sends a refused decision again. */
export const retryDecision = (client: QueryClient, actionId: string) => order(client, 'retry', actionId);
