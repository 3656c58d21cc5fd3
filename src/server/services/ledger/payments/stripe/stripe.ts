import { Stripe } from 'stripe';
import {
  type CardProvider,
  type ChargeOutcome,
  ForgedEventError,
  MethodRefusedError,
  type ProviderEvent,
  ProviderUnavailableError,
  type Reversal,
  type TakenCharge,
} from '../provider.ts';

interface StripeOptions {
  secretKey: string;
  /** Signing secret of the webhook; without it, events are rejected. */
  webhookSecret?: string | null;
  /** Defaults to Stripe's own URL. */
  url?: URL;
}

/** Timeouts whose sum is below the app's own timeout of 30 s. */
const prepareTimeoutMs = 8_000;
const takeTimeoutMs = 15_000;

/** Maximum age of a signed event, since anyone who has seen it can replay it within this time. */
const eventToleranceSecs = 300;

/** Statuses in which no money was taken and the payment intent can still be confirmed or canceled without the payer. */
const openStatuses: readonly string[] = ['requires_confirmation', 'requires_payment_method'];

/**
 * Charges cards through Stripe. A charge is a payment intent that is created first and confirmed later. Creating one
 * takes no money, so the outcome can always be fetched by its id. The SDK's retries are off because each step has its
 * own idempotency key.
 */
export function stripeProvider({ secretKey, webhookSecret = null, url }: StripeOptions): CardProvider {
  const stripe = new Stripe(secretKey, { maxNetworkRetries: 0, telemetry: false, ...addressOf(url) });
  const options = (idempotencyKey: string, timeout = prepareTimeoutMs) => ({ idempotencyKey, timeout });
  const look = async (reference: string): Promise<ChargeOutcome> => {
    try {
      return outcomeOf(await stripe.paymentIntents.retrieve(reference, {}, { timeout: prepareTimeoutMs }));
    } catch (cause) {
      return { state: 'unknown', cause };
    }
  };

  const readEvent = async (secret: string, body: string, headers: Headers, now: Date): Promise<ProviderEvent> => {
    const signature = headers.get('Stripe-Signature') ?? '';
    const event = await stripe.webhooks
      .constructEventAsync(body, signature, secret, eventToleranceSecs, undefined, now.getTime())
      .catch((cause: unknown) => {
        throw new ForgedEventError('Expected an event that Stripe has signed', { cause });
      });
    return { id: event.id, type: event.type, charge: chargeOf(event) };
  };

  return {
    name: 'stripe',
    // Keys are named sk_test_… or rk_live_….
    mode: /^[a-z]+_live_/.test(secretKey) ? 'live' : 'test',
    ...(webhookSecret === null
      ? {}
      : { readEvent: (body, headers, now) => readEvent(webhookSecret, body, headers, now) }),

    createCustomer: ({ id, name, email }) =>
      asking(async () => {
        const params = { name, email, metadata: { brandId: id } };
        return (await stripe.customers.create(params, options(`afield-customer-${id}`))).id;
      }),

    beginCard: (customer) =>
      asking(async () => {
        const intent = await stripe.setupIntents.create(
          { customer, usage: 'on_session', allowed_payment_method_types: ['card'] },
          { timeout: prepareTimeoutMs },
        );
        if (intent.client_secret === null) throw new ProviderUnavailableError('Stripe returned no client secret');
        return intent.client_secret;
      }),

    readCard: (token, customer) =>
      asking(async () => {
        // The token becomes part of the URL, so only ids of payment methods are accepted.
        if (!/^pm_\w+$/.test(token)) throw new MethodRefusedError('Expected a payment method.', { declined: false });
        let method = await stripe.paymentMethods.retrieve(token, {}, { timeout: prepareTimeoutMs });
        if (method.customer === null) {
          method = await stripe.paymentMethods.attach(token, { customer }, { timeout: prepareTimeoutMs });
        }
        const owner = typeof method.customer === 'string' ? method.customer : method.customer?.id;
        if (owner !== customer) throw new MethodRefusedError('Expected a payment method.', { declined: false });
        const { card } = method;
        return { reference: method.id, title: titleOf(card?.brand), subtitle: card ? `•••• ${card.last4}` : null };
      }),

    prepare: ({ brandId, paymentId, amountCents, customer, source, key }) =>
      asking(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency: 'usd',
            ...(customer === null ? {} : { customer }),
            payment_method: source,
            allowed_payment_method_types: ['card'],
            metadata: { brandId, paymentId },
          },
          options(`${key}-prepare`),
        );
        return intent.id;
      }),

    async take(reference, { key }) {
      try {
        const confirmed = await stripe.paymentIntents.confirm(
          reference,
          // The payer is present: Stripe's library in the page handles the bank's authentication.
          { use_stripe_sdk: true },
          options(`${key}-take`, takeTimeoutMs),
        );
        const first = outcomeOf(confirmed);
        // A replayed key returns the first response, so fetch the intent to see the payer's later actions.
        const outcome = first.state === 'confirming' ? await look(reference) : first;
        return outcome.state === 'open' ? await giveUp(reference) : outcome;
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) {
          // Cancel the intent, or it could be confirmed again with another card.
          await stripe.paymentIntents.cancel(reference, {}, { timeout: 2_000 }).catch(() => {});
          return { state: 'failed', reason: error.message };
        }
        // The intent may already have been confirmed or canceled.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return look(reference);
        return { state: 'unknown', cause: error };
      }
    },

    look,

    conclude: (reference) => giveUp(reference),

    reversals: (reference) =>
      asking(async () => {
        const ofCharge = { payment_intent: reference, limit: 100 };
        const refunds = await stripe.refunds.list(ofCharge).autoPagingToArray({ limit: 1000 });
        const disputes = await stripe.disputes.list(ofCharge).autoPagingToArray({ limit: 1000 });
        return [...refunds.map(refundReversal), ...disputes.map(disputeReversal)];
      }),

    async *reversedSince(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      // Read the lists one after the other: a list sends its request at once, so the second's failure would be
      // unhandled if the first fails.
      const lists = [
        () => stripe.refunds.list({ created, limit: 100 }),
        () => stripe.disputes.list({ created, limit: 100 }),
      ];
      for (const list of lists) {
        const pages: AsyncIterator<Stripe.Refund | Stripe.Dispute> = list()[Symbol.asyncIterator]();
        for (;;) {
          const { done, value } = await asking(() => pages.next());
          if (done) break;
          const reference = idOf(value.payment_intent);
          if (reference !== null) yield reference;
        }
      }
    },

    async *taken(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const pages = stripe.paymentIntents.list({ created, limit: 100 })[Symbol.asyncIterator]();
      for (;;) {
        const { done, value: intent } = await asking(() => pages.next());
        if (done) return;
        const { brandId, paymentId } = intent.metadata;
        if (intent.status !== 'succeeded' || !brandId || !paymentId) continue;
        yield { reference: intent.id, amountCents: intent.amount_received, brandId, paymentId } satisfies TakenCharge;
      }
    },
  };

  /** Cancels the intent unless it was captured in the meantime. */
  async function giveUp(reference: string): Promise<ChargeOutcome> {
    try {
      return outcomeOf(await stripe.paymentIntents.cancel(reference, {}, { timeout: prepareTimeoutMs }));
    } catch (cause) {
      return cause instanceof Stripe.errors.StripeInvalidRequestError ? look(reference) : { state: 'unknown', cause };
    }
  }
}

function chargeOf(event: Stripe.Event): ProviderEvent['charge'] {
  const { object } = event.data;
  if (!('object' in object)) return null;
  if (object.object === 'payment_intent') {
    const { brandId, paymentId } = object.metadata;
    return brandId && paymentId ? { brandId, paymentId } : null;
  }
  if (object.object !== 'charge' && object.object !== 'refund' && object.object !== 'dispute') return null;
  const reference = idOf(object.payment_intent);
  return reference === null ? null : { reference };
}

/** Only a final status is an outcome, since a failed attempt can be followed by another. */
function outcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome {
  if (intent.status === 'succeeded') return { state: 'succeeded', amountCents: intent.amount_received };
  if (intent.status === 'canceled') {
    return { state: 'failed', reason: intent.last_payment_error?.message ?? 'The payment was canceled.' };
  }
  if (intent.status === 'processing') return { state: 'processing' };
  if (intent.status === 'requires_action' && intent.client_secret) {
    return { state: 'confirming', clientSecret: intent.client_secret };
  }
  return openStatuses.includes(intent.status) ? { state: 'open' } : { state: 'unknown' };
}

/** Returns the id of a reference that Stripe may have expanded into the whole object. */
const idOf = (named: string | { id: string } | null): string | null =>
  typeof named === 'string' ? named : (named?.id ?? null);

const cameBack: readonly (string | null)[] = ['failed', 'canceled'];

/** A refund takes the money when it is created, and returns it if it fails. */
const refundReversal = ({ id, amount, status }: Stripe.Refund): Reversal => ({
  reference: id,
  kind: 'REFUND',
  cents: cameBack.includes(status) ? 0 : amount,
  isFinal: status === 'succeeded' || cameBack.includes(status),
});

/** Inquiries, whose statuses begin with `warning_`, take no money, nor do prevented disputes. */
const takesMoney = (status: string) =>
  ['needs_response', 'under_review', 'lost', 'appeal_needs_response', 'appeal_under_review'].includes(status);

const disputeReversal = ({ id, amount, status }: Stripe.Dispute): Reversal => ({
  reference: id,
  kind: 'DISPUTE',
  cents: takesMoney(status) ? amount : 0,
  isFinal: ['won', 'lost', 'warning_closed', 'prevented'].includes(status),
});

/** Maps Stripe's errors to ours, for steps that take no money. */
async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new MethodRefusedError(error.message, { declined: true });
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      throw new MethodRefusedError('The card provider refused this request.', { declined: false });
    }
    if (error instanceof Stripe.errors.StripeError) {
      throw new ProviderUnavailableError(`Stripe: ${error.type}`, { cause: error });
    }
    throw error;
  }
}

/** Formats a brand such as 'american_express' for display. */
const titleOf = (brand = 'card') =>
  brand
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

function addressOf(url: URL | undefined) {
  if (url === undefined) return {};
  const protocol = url.protocol === 'http:' ? ('http' as const) : ('https' as const);
  return { host: url.hostname, protocol, ...(url.port === '' ? {} : { port: url.port }) };
}
