import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import {
  ApiError,
  CheckoutPaymentIntent,
  Client,
  Environment,
  type Order,
  OrderStatus,
  OrdersController,
} from '@paypal/paypal-server-sdk';
import * as v from 'valibot';
import {
  type ChargeOutcome,
  MethodRefusedError,
  type OrderProvider,
  ProviderUnavailableError,
  type Reversal,
} from '../provider.ts';
import { type PaypalAccess, paypalApi } from './paypal-api.ts';
import { readDisputes } from './paypal-disputes.ts';
import { readPaypalEvent } from './paypal-events.ts';
import { differenceOf, dollarsOf, type ExpectedTerms, outcomeOf, paidCentsOf, refundsOf } from './paypal-order.ts';

interface PaypalOptions extends PaypalAccess {
  /** Id of the webhook that delivers events; without it, events are rejected. */
  webhookId?: string | null;
}

const timeoutMs = 15_000;

/**
 * Charges through PayPal orders: we create an order, the payer approves it in PayPal's window, and we capture it. An
 * order can be captured only once, so its id identifies the charge. PayPal can't cancel an approved order, but drops
 * it after some days. The app's client id is public, so anyone with an order's id can change the order. We therefore
 * check its terms before the capture and again in the response.
 */
export function paypalProvider({ webhookId = null, ...access }: PaypalOptions): OrderProvider {
  const { clientId, clientSecret, environment, url } = access;
  const api = paypalApi(access);
  const orders = new OrdersController(
    new Client({
      clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: clientSecret },
      environment: environment === 'live' ? Environment.Production : Environment.Sandbox,
      timeout: timeoutMs,
      ...(url === undefined ? {} : { unstable_httpClientOptions: { transport: transportTo(url) } }),
    }),
  );

  const look = async (id: string, charge: ExpectedTerms): Promise<ChargeOutcome> => {
    try {
      const { result } = await orders.getOrder({ id });
      return outcomeOf(result, charge);
    } catch (cause) {
      if (cause instanceof ApiError && cause.statusCode === 404) {
        return { state: 'failed', reason: 'PayPal no longer has this order.' };
      }
      return { state: 'unknown', cause };
    }
  };

  const capture = async (id: string, charge: ExpectedTerms & { key: string }): Promise<ChargeOutcome> => {
    const before = await look(id, charge);
    if (before.state === 'unknown') {
      throw new ProviderUnavailableError('PayPal didn’t describe the order', { cause: before.cause });
    }
    if (before.state !== 'open') return before;
    try {
      const { result } = await orders.captureOrder({
        id,
        paypalRequestId: charge.key,
        prefer: 'return=representation',
      });
      const outcome = outcomeOf(result, charge);
      return outcome.state === 'open' ? { state: 'unknown' } : outcome;
    } catch (cause) {
      const issue = issueOf(cause);
      if (issue === 'ORDER_ALREADY_CAPTURED') return look(id, charge);
      const reason = issue === undefined ? undefined : refusals[issue];
      return reason === undefined ? { state: 'unknown', cause } : { state: 'failed', reason };
    }
  };

  return {
    name: 'paypal',
    mode: environment === 'live' ? 'live' : 'test',
    async createOrder({ brandId, amountCents }) {
      const amount = { currencyCode: 'USD', value: dollarsOf(amountCents) };
      const body = {
        intent: CheckoutPaymentIntent.Capture,
        purchaseUnits: [{ amount, customId: brandId }],
      };
      const { result } = await orders
        .createOrder({ body, prefer: 'return=representation' })
        .catch((cause: unknown): never => {
          throw new ProviderUnavailableError('PayPal didn’t create an order', { cause });
        });
      // The order's id is still secret here, so the payee is the account of our own client id.
      const payee = result.purchaseUnits?.[0]?.payee?.merchantId;
      if (result.id === undefined || payee === undefined) {
        throw new ProviderUnavailableError('PayPal didn’t identify the order it created');
      }
      return { reference: result.id, payee };
    },
    async readOrder(orderId, terms) {
      const order = await readApproved(orderId);
      const difference = differenceOf(order, terms);
      if (difference !== null) throw new MethodRefusedError(`${difference} You weren’t charged.`, { declined: false });
      return { title: 'PayPal', subtitle: order.payer?.emailAddress ?? null };
    },
    prepare: async ({ source }) => source,
    reversals: readReversals,
    ...(webhookId === null ? {} : { readEvent: (body, headers) => readPaypalEvent(api, webhookId, body, headers) }),
    take: capture,
    look,
    conclude: capture,
  };

  async function readReversals(id: string): Promise<Reversal[]> {
    const found = await orders.getOrder({ id }).catch((cause: unknown) => {
      // The order belongs to another account, from which the brand was imported; its refunds are reported there.
      if (cause instanceof ApiError && cause.statusCode === 404) return null;
      throw new ProviderUnavailableError('PayPal didn’t respond', { cause });
    });
    if (found === null) return [];
    const { result: order } = found;
    const refunds = refundsOf(order);
    const captureId = order.purchaseUnits?.[0]?.payments?.captures?.[0]?.id;
    if (captureId === undefined) return refunds;
    const refunded = refunds.reduce((sum, { cents }) => sum + cents, 0);
    let left = Math.max(0, paidCentsOf(order) - refunded);
    const disputes = await readDisputes(api, captureId);
    // A dispute settled by a refund concerns the same money, so the total is capped at the payment.
    return [
      ...refunds,
      ...disputes.map((dispute) => {
        const cents = Math.min(dispute.cents, left);
        left -= cents;
        return { ...dispute, cents };
      }),
    ];
  }

  async function readApproved(id: string): Promise<Order> {
    let order: Order;
    try {
      order = (await orders.getOrder({ id })).result;
    } catch (cause) {
      if (cause instanceof ApiError && cause.statusCode === 404) {
        throw new MethodRefusedError('PayPal has no such order.', { declined: false });
      }
      throw new ProviderUnavailableError('PayPal didn’t respond', { cause });
    }
    if (order.status !== OrderStatus.Approved) {
      throw new MethodRefusedError('Expected an order approved by its payer.', { declined: false });
    }
    return order;
  }
}

/** PayPal's final refusals, as messages for the brand. */
const refusals: Readonly<Record<string, string>> = {
  INSTRUMENT_DECLINED: 'PayPal declined this payment. Please choose another way to pay.',
  PAYER_CANNOT_PAY: 'PayPal declined this payment. Please choose another way to pay.',
  TRANSACTION_REFUSED: 'PayPal refused this payment.',
  PAYER_ACCOUNT_RESTRICTED: 'PayPal has restricted this account.',
  ORDER_NOT_APPROVED: 'The payment was not approved in PayPal.',
  ORDER_EXPIRED: 'The approval has expired. Please pay again.',
};

const errorSchema = v.object({ details: v.tuple([v.object({ issue: v.string() })]) });

/** Returns the first issue of a PayPal error; undefined if the error isn't conclusive. */
function issueOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || typeof error.body !== 'string') return undefined;
  try {
    const parsed = v.safeParse(errorSchema, JSON.parse(error.body));
    return parsed.success ? parsed.output.details[0].issue : undefined;
  } catch {
    return undefined;
  }
}

/** The SDK only knows PayPal's own URLs, but its axios client accepts a custom transport. */
const transportTo = ({ hostname, port }: URL) => ({
  request: (options: RequestOptions, onResponse: (response: IncomingMessage) => void) =>
    httpRequest({ ...options, protocol: 'http:', hostname, port, agent: false }, onResponse),
});
