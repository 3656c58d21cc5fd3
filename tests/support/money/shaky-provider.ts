import {
  type CardProvider,
  type ChargeOutcome,
  type ChargeRequest,
  ProviderUnavailableError,
  type Reversal,
} from '#server/services/ledger/payments/provider.ts';

/** Network loss in one step of a charge. */
export type Loss = 'none' | 'request' | 'answer';
export const losses: readonly Loss[] = ['none', 'request', 'answer'];

/** Banks' decisions; `later-…` takes effect only when `decide` is called. */
export const banks = ['takes', 'declines', 'later-takes', 'later-declines'] as const;

/** Fate of a charge: the losses of its successive attempts, and the bank's decision. */
export interface Fate {
  prepare: readonly Loss[];
  take: readonly Loss[];
  bank: (typeof banks)[number];
}

interface Held {
  request: ChargeRequest;
  state: 'open' | 'processing' | 'succeeded' | 'failed';
  tries: { prepare: number; take: number };
  reversals: Reversal[];
}

/**
 * An in-memory provider that is correct itself, on an unreliable network. `fateOf` returns the fate of a charge by its
 * key; nothing is lost while the network is calm.
 */
export function shakyProvider(fateOf: (key: string) => Fate | undefined) {
  const charges = new Map<string, Held>();
  let isCalm = false;
  const lossOf = (held: Held, step: 'prepare' | 'take'): Loss => {
    const at = held.tries[step]++;
    return isCalm ? 'none' : (fateOf(held.request.key)?.[step][at] ?? 'none');
  };
  const lost = () => new ProviderUnavailableError('Lost on the way');
  const outcomeOf = ({ state, request }: Held): ChargeOutcome => {
    if (state === 'succeeded') return { state, amountCents: request.amountCents };
    if (state === 'failed') return { state, reason: 'The bank said no.' };
    return { state };
  };
  const charge = (reference: string) => {
    const held = charges.get(reference);
    if (held === undefined) throw new Error(`The provider never heard of ${reference}`);
    return held;
  };

  const provider: CardProvider = {
    name: 'stripe',
    mode: 'test',
    createCustomer: async ({ id }) => `cus_${id}`,
    beginCard: async () => 'seti_1_secret_1',
    readCard: async (token) => ({ reference: token, title: 'Visa', subtitle: null }),
    prepare: async (request) => {
      const reference = `pi_${request.key}`;
      const held = charges.get(reference) ?? { request, state: 'open', tries: { prepare: 0, take: 0 }, reversals: [] };
      const loss = lossOf(held, 'prepare');
      if (loss === 'request') throw lost();
      charges.set(reference, held);
      if (loss === 'answer') throw lost();
      return reference;
    },
    take: async (reference) => {
      const held = charge(reference);
      const loss = lossOf(held, 'take');
      if (loss === 'request') return { state: 'unknown' };
      const bank = fateOf(held.request.key)?.bank ?? 'takes';
      if (held.state === 'open') {
        held.state = bank === 'takes' ? 'succeeded' : bank === 'declines' ? 'failed' : 'processing';
      }
      return loss === 'answer' ? { state: 'unknown' } : outcomeOf(held);
    },
    reversals: async (reference) => {
      const held = charge(reference);
      if (!isCalm && held.reversals.length % 3 === 2) throw lost();
      return held.reversals.map((reversal) => ({ ...reversal }));
    },
    look: async (reference) => outcomeOf(charge(reference)),
    conclude: async (reference) => {
      const held = charge(reference);
      if (held.state === 'open') held.state = 'failed';
      return outcomeOf(held);
    },
  };
  return {
    provider,
    calm(calm: boolean) {
      isCalm = calm;
    },
    /** Lets the banks decide on a brand's processing charges. */
    decide(brandId: string) {
      for (const held of charges.values()) {
        if (held.request.brandId !== brandId || held.state !== 'processing') continue;
        held.state = fateOf(held.request.key)?.bank === 'later-declines' ? 'failed' : 'succeeded';
      }
    },
    /**
     * Reverses part of a successful charge, as a refund or a dispute, or ends an open reversal in the brand's favor.
     */
    reverse(paymentId: string, cents: number) {
      const held = [...charges.values()].find(({ request }) => request.paymentId === paymentId);
      if (held === undefined || held.state !== 'succeeded') return;
      const open = held.reversals.find((reversal) => reversal.cents > 0);
      if (open && cents % 2 === 0) Object.assign(open, { cents: 0, isFinal: true });
      else if (!open) {
        const reference = `re_${paymentId}_${held.reversals.length}`;
        const kind = cents % 3 === 0 ? 'DISPUTE' : 'REFUND';
        held.reversals.push({ reference, kind, cents: Math.min(cents, held.request.amountCents), isFinal: false });
      }
    },
    /** Money taken from a brand and not returned, in cents. */
    taken: (brandId: string) =>
      [...charges.values()]
        .filter(({ request, state }) => request.brandId === brandId && state === 'succeeded')
        .reduce(
          (sum, { request, reversals }) =>
            sum + request.amountCents - reversals.reduce((gone, { cents }) => gone + cents, 0),
          0,
        ),
  };
}
