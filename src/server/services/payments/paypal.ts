import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import {
  ApiError,
  type CaptureStatus,
  Client,
  Environment,
  type Order,
  OrderStatus,
  OrdersController,
} from '@paypal/paypal-server-sdk';
import * as v from 'valibot';
import { type ChargeOutcome, MethodRefusedError, type OrderProvider, ProviderUnavailableError } from './provider.ts';

interface PaypalOptions {
  clientId: string;
  clientSecret: string;
  environment: 'live' | 'sandbox';
  /** Where PayPal is, by plain HTTP; PayPal's own address unless told otherwise. */
  url?: URL;
}

const timeoutMs = 15_000;

/**
 * Orders of PayPal, which the payer has approved in PayPal's window and we capture. An order can be captured once, so its own
 * id is what we ask by; PayPal has no way to cancel an approved one, but forgets it after some days.
 */
export function paypalProvider({ clientId, clientSecret, environment, url }: PaypalOptions): OrderProvider {
  const orders = new OrdersController(
    new Client({
      clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: clientSecret },
      environment: environment === 'live' ? Environment.Production : Environment.Sandbox,
      timeout: timeoutMs,
      ...(url === undefined ? {} : { unstable_httpClientOptions: { transport: transportTo(url) } }),
    }),
  );

  const look = async (id: string): Promise<ChargeOutcome> => {
    try {
      const { result } = await orders.getOrder({ id });
      return outcomeOf(result);
    } catch (cause) {
      if (cause instanceof ApiError && cause.statusCode === 404) {
        return { state: 'failed', reason: 'PayPal no longer has this order.' };
      }
      return { state: 'unknown', cause };
    }
  };

  const capture = async (id: string, key: string): Promise<ChargeOutcome> => {
    try {
      const { result } = await orders.captureOrder({
        id,
        paypalRequestId: key,
        prefer: 'return=representation',
      });
      const outcome = outcomeOf(result);
      return outcome.state === 'open' ? { state: 'unknown' } : outcome;
    } catch (cause) {
      const issue = issueOf(cause);
      if (issue === 'ORDER_ALREADY_CAPTURED') return look(id);
      const reason = issue === undefined ? undefined : refusals[issue];
      return reason === undefined ? { state: 'unknown', cause } : { state: 'failed', reason };
    }
  };

  return {
    name: 'paypal',
    async readOrder(orderId) {
      if (!/^[\w-]{1,64}$/.test(orderId)) throw new MethodRefusedError('Expected an order.', { declined: false });
      const order = await readApproved(orderId);
      const cents = centsOf(order.purchaseUnits?.[0]?.amount);
      if (cents === null || order.purchaseUnits?.length !== 1 || order.intent !== 'CAPTURE') {
        throw new MethodRefusedError('Expected an order of one amount in USD to capture.', { declined: false });
      }
      return { amountCents: cents, title: 'PayPal', subtitle: order.payer?.emailAddress ?? null };
    },
    prepare: async ({ source }) => source,
    take: (reference, { key }) => capture(reference, key),
    look,
    conclude: (reference, { key }) => capture(reference, key),
  };

  async function readApproved(id: string): Promise<Order> {
    let order: Order;
    try {
      order = (await orders.getOrder({ id })).result;
    } catch (cause) {
      if (cause instanceof ApiError && cause.statusCode === 404) {
        throw new MethodRefusedError('PayPal has no such order.', { declined: false });
      }
      throw new ProviderUnavailableError('PayPal did not answer', { cause });
    }
    if (order.status !== OrderStatus.Approved) {
      throw new MethodRefusedError('Expected an order that its payer has approved.', { declined: false });
    }
    return order;
  }
}

/** What PayPal refuses for good, and how that is said. */
const refusals: Readonly<Record<string, string>> = {
  INSTRUMENT_DECLINED: 'PayPal declined this payment. Please choose another way to pay.',
  PAYER_CANNOT_PAY: 'PayPal declined this payment. Please choose another way to pay.',
  TRANSACTION_REFUSED: 'PayPal refused this payment.',
  PAYER_ACCOUNT_RESTRICTED: 'PayPal has restricted this account.',
  ORDER_NOT_APPROVED: 'The payment was not approved in PayPal.',
  ORDER_EXPIRED: 'The approval has expired. Please pay again.',
};

const errorSchema = v.object({ details: v.tuple([v.object({ issue: v.string() })]) });

/** The issue that an error of PayPal's names first; undefined for anything that says nothing for sure. */
function issueOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || typeof error.body !== 'string') return undefined;
  try {
    const parsed = v.safeParse(errorSchema, JSON.parse(error.body));
    return parsed.success ? parsed.output.details[0].issue : undefined;
  } catch {
    return undefined;
  }
}

const declinedCaptures: readonly (CaptureStatus | string | undefined)[] = ['DECLINED', 'FAILED'];

function outcomeOf(order: Order): ChargeOutcome {
  const capture = order.purchaseUnits?.[0]?.payments?.captures?.[0];
  if (capture === undefined) {
    if (order.status === OrderStatus.Approved) return { state: 'open' };
    if (order.status === OrderStatus.Voided) return { state: 'failed', reason: 'The order was canceled.' };
    return { state: 'unknown' };
  }
  if (declinedCaptures.includes(capture.status)) return { state: 'failed', reason: 'PayPal declined this payment.' };
  if (capture.status === 'PENDING') return { state: 'processing' };
  const amountCents = centsOf(capture.amount);
  // A refund is another movement of money; that it was taken stays true.
  const isTaken = ['COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED'].includes(capture.status ?? '');
  return isTaken && amountCents !== null ? { state: 'succeeded', amountCents } : { state: 'unknown' };
}

/** '150.00' USD as 15000; null for any other currency or text. */
function centsOf(money: { currencyCode: string; value: string } | undefined): number | null {
  const [, dollars, cents = '00'] = /^(\d{1,9})(?:\.(\d{2}))?$/.exec(money?.value ?? '') ?? [];
  return money?.currencyCode === 'USD' && dollars !== undefined ? Number(dollars) * 100 + Number(cents) : null;
}

/** The SDK knows PayPal's addresses alone; axios, on which it stands, takes what sends its requests. */
const transportTo = ({ hostname, port }: URL) => ({
  request: (options: RequestOptions, onResponse: (response: IncomingMessage) => void) =>
    httpRequest({ ...options, protocol: 'http:', hostname, port, agent: false }, onResponse),
});
