import { Stripe } from 'stripe';
import { type LocalRequest, localServer } from '../servers/local-server.ts';
import type { TestServer } from '../servers/server.ts';

/** Signs the events of {@link sendStripeEvent}. */
export const webhookSecret = 'whsec_of_the_tests';

interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  status: string;
  metadata: Record<string, string>;
  payment_method: string;
  customer: string;
  created: number;
  last_payment_error: { message: string } | null;
  client_secret: string;
}
interface Refund {
  id: string;
  object: 'refund';
  payment_intent: string;
  amount: number;
  status: string;
  created: number;
}
interface Dispute {
  id: string;
  object: 'dispute';
  payment_intent: string;
  amount: number;
  status: string;
  created: number;
}
type Answer = { status: number; body: unknown };

const ok = (body: unknown): Answer => ({ status: 200, body });
const refused = (status: number, type: string, more: object): Answer => ({
  status,
  body: { error: { type, ...more } },
});
const unexpected = (intent: Intent) =>
  refused(400, 'invalid_request_error', {
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent is ${intent.status}.`,
  });
const declined = (message: string, code = 'card_declined') => refused(402, 'card_error', { code, message });

/**
 * Stands in for the part of Stripe that Afield uses, with its idempotency: a key keeps its first response. The payment
 * method determines the outcome: pm_declined, pm_authentication (its bank asks the payer), pm_processing; any other
 * succeeds.
 */
export async function fakeStripe() {
  const intents = new Map<string, Intent>();
  const answers = new Map<string, Answer>();
  const owners = new Map<string, string | null>();
  const refunds: Refund[] = [];
  const disputes: Dispute[] = [];
  let count = 0;
  const idOf = (prefix: string) => `${prefix}_${++count}`;

  const confirm = (intent: Intent, isOffSession: boolean): Answer => {
    if (intent.status !== 'requires_confirmation') return unexpected(intent);
    if (intent.payment_method === 'pm_declined') {
      Object.assign(intent, {
        status: 'requires_payment_method',
        last_payment_error: { message: 'Your card was declined.' },
      });
      return declined('Your card was declined.');
    }
    if (intent.payment_method === 'pm_authentication' && !isOffSession) {
      intent.status = 'requires_action';
      return ok({ ...intent });
    }
    if (intent.payment_method === 'pm_authentication') {
      intent.status = 'requires_payment_method';
      return declined('Your card was declined. This transaction requires authentication.', 'authentication_required');
    }
    if (intent.payment_method === 'pm_processing') intent.status = 'processing';
    else Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
    return ok({ ...intent });
  };
  const cancel = (intent: Intent): Answer => {
    if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpected(intent);
    intent.status = 'canceled';
    return ok({ ...intent });
  };

  const act = ({ method, path, body, query }: LocalRequest): Answer => {
    const form = new URLSearchParams(body);
    const [, , kind, id = '', action] = path.split('/');
    if (kind === 'customers') return ok({ id: idOf('cus'), object: 'customer' });
    if (kind === 'setup_intents') {
      const setup = idOf('seti');
      return ok({ id: setup, object: 'setup_intent', client_secret: `${setup}_secret_1` });
    }
    if (kind === 'payment_methods') {
      if (!id.startsWith('pm_') || id === 'pm_gone') {
        return refused(404, 'invalid_request_error', {
          code: 'resource_missing',
          message: `No such PaymentMethod: ${id}`,
        });
      }
      if (action === 'attach' && id === 'pm_unattachable') return declined('Your card has expired.', 'expired_card');
      if (action === 'attach') owners.set(id, form.get('customer'));
      return ok({ id, customer: owners.get(id) ?? null, card: { brand: 'american_express', last4: '0005' } });
    }
    if (kind === 'refunds' || kind === 'disputes') {
      const since = Number(query.get('created[gte]') ?? 0);
      const intent = query.get('payment_intent');
      const data = (kind === 'refunds' ? refunds : disputes).filter(
        (each) => each.created >= since && (intent === null || each.payment_intent === intent),
      );
      return ok({ object: 'list', data, has_more: false, url: path });
    }
    if (kind !== 'payment_intents')
      return refused(404, 'invalid_request_error', { message: 'Unrecognized request URL' });
    if (method === 'GET' && id === '') {
      const since = Number(query.get('created[gte]'));
      const data = [...intents.values()].filter(({ created }) => created >= since);
      return ok({ object: 'list', data, has_more: false, url: path });
    }
    if (id === '') {
      const intent: Intent = {
        id: idOf('pi'),
        object: 'payment_intent',
        amount: Number(form.get('amount')),
        amount_received: 0,
        status: 'requires_confirmation',
        metadata: { brandId: form.get('metadata[brandId]') ?? '', paymentId: form.get('metadata[paymentId]') ?? '' },
        payment_method: form.get('payment_method') ?? '',
        customer: form.get('customer') ?? '',
        created: Math.floor(Date.now() / 1000),
        last_payment_error: null,
        client_secret: `pi_${count}_secret`,
      };
      intents.set(intent.id, intent);
      return ok({ ...intent });
    }
    const intent = intents.get(id);
    if (intent === undefined)
      return refused(404, 'invalid_request_error', { code: 'resource_missing', message: 'No such' });
    if (action === 'confirm') return confirm(intent, form.get('off_session') === 'true');
    if (action === 'cancel') return cancel(intent);
    return ok({ ...intent });
  };

  const server = await localServer((request) => {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string') return act(request);
    // Keys are separate for each account and mode, so include the authorization.
    const whole = `${request.headers.authorization} ${key}`;
    const answer = answers.get(whole) ?? act(request);
    answers.set(whole, answer);
    return answer;
  });
  return {
    ...server,
    intents,
    /** Gives a card to a customer. */
    own: (paymentMethod: string, customer: string) => owners.set(paymentMethod, customer),
    /** Refunds part of a charge. */
    refund(intentId: string, amount: number, status = 'succeeded'): Refund {
      const refund = { id: idOf('re'), object: 'refund' as const, payment_intent: intentId, amount, status };
      refunds.push({ ...refund, created: Math.floor(Date.now() / 1000) });
      return refunds.at(-1) as Refund;
    },
    /** Disputes a charge, as its payer would. */
    dispute(intentId: string, amount: number, status = 'needs_response'): Dispute {
      const dispute = { id: idOf('dp'), object: 'dispute' as const, payment_intent: intentId, amount, status };
      disputes.push({ ...dispute, created: Math.floor(Date.now() / 1000) });
      return disputes.at(-1) as Dispute;
    },
    /** Money taken from cards, in cents. */
    taken: () => [...intents.values()].reduce((sum, intent) => sum + intent.amount_received, 0),
    /** Completes all processing payments, as their banks would. */
    settle(status: 'succeeded' | 'requires_payment_method') {
      for (const intent of intents.values()) {
        if (intent.status !== 'processing') continue;
        intent.status = status;
        if (status === 'succeeded') intent.amount_received = intent.amount;
        else intent.last_payment_error = { message: 'The bank returned the payment.' };
      }
    },
    /** Completes the banks' authentication requests. */
    authenticate(isConfirmed: boolean) {
      for (const intent of intents.values()) {
        if (intent.status !== 'requires_action') continue;
        if (isConfirmed) Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
        else {
          const message = 'We are unable to authenticate your payment method.';
          Object.assign(intent, { status: 'requires_payment_method', last_payment_error: { message } });
        }
      }
    },
    /** Deletes the responses to keys, as Stripe does after a day. */
    forgetKeys: () => answers.clear(),
  };
}

let events = 0;
/** Creates an event about an object, with a unique id. */
export const stripeEvent = (type: string, object: object) => ({
  ...{ id: `evt_${++events}`, object: 'event', type, created: 1, livemode: false, api_version: null },
  data: { object: { ...object } },
});

/** Sends an event as Stripe does, unless the options say otherwise. */
export async function sendStripeEvent(
  server: Pick<TestServer, 'app' | 'clock'>,
  event: object,
  { secret = webhookSecret, ageSecs = 0, body = JSON.stringify(event) } = {},
): Promise<number> {
  const timestamp = Math.floor(server.clock.now().getTime() / 1000) - ageSecs;
  const payload = JSON.stringify(event);
  const signed = { payload, secret, timestamp };
  const headers = { 'Stripe-Signature': new Stripe('sk_test_1').webhooks.generateTestHeaderString(signed) };
  return (await server.app.request('/webhooks/stripe', { method: 'POST', headers, body })).status;
}
