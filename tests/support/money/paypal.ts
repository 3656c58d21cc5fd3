import { type LocalServer, localServer } from '../servers/local-server.ts';

interface Money {
  currency_code: string;
  value: string;
}
interface Capture {
  id: string;
  status: string;
  amount: Money;
}
interface Unit {
  amount: Money;
  custom_id?: string;
  payee: { merchant_id: string; email_address: string };
  payments?: { captures: Capture[]; refunds?: { id: string; status: string; amount: Money }[] };
}
interface Order {
  id: string;
  intent: string;
  status: string;
  payer?: { email_address: string };
  purchase_units: Unit[];
}

/** Changes to an order by a third party with its id, which PayPal allows until it is captured. */
export interface Tampering {
  value?: string;
  currency?: string;
  merchantId?: string;
  customId?: string;
  intent?: string;
}

interface Dispute {
  dispute_id: string;
  status: string;
  captureId: string;
  money_movements: { affected_party: string; type: string; amount: Money }[];
}

interface FakePaypal extends LocalServer {
  readonly orders: Map<string, Order>;
  change(id: string, change: Tampering): void;
  /** Approves an order, as a payer does in PayPal's window. */
  approve(id: string): void;
  /** Refunds part of a captured order. @returns the event's resource */
  refund(orderId: string, value: string): { id: string; links: { rel: string; href: string }[] };
  /** Disputes a captured order, whose money is then held. @returns the dispute, to which movements can be added */
  dispute(orderId: string, value: string): Dispute;
  /** Result of verifying an event's signature. */
  verification: 'SUCCESS' | 'FAILURE';
  /** Number of captures so far. */
  captures(): number;
  /** Outcome of the next captures: a status, or the issue of a refusal. */
  outcome: { status: string } | { issue: string };
  /** Change to an order between its last read and its capture. */
  beforeCapture: Tampering | null;
}

const ourAccount = { merchant_id: 'MERCHANT-OF-OURS', email_address: 'funds@afield.test' };

/**
 * Stands in for the part of PayPal that Afield uses. An order is created for the caller's account, approved, and
 * captured once.
 */
export async function fakePaypal(): Promise<FakePaypal> {
  const orders = new Map<string, Order>();
  let captures = 0;
  let made = 0;
  const notFound = { status: 404, body: { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] } };
  const refusal = (issue: string) => ({ status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] } });

  const create = (body: string) => {
    const { intent, purchase_units } = JSON.parse(body) as Pick<Order, 'intent' | 'purchase_units'>;
    made += 1;
    const id = `ORDER-${made}`;
    const units = purchase_units.map((unit) => ({ ...unit, payee: ourAccount }));
    orders.set(id, { id, intent, status: 'CREATED', purchase_units: units });
    return { status: 201, body: orders.get(id) };
  };
  const capture = (order: Order) => {
    if (order.status === 'COMPLETED') return refusal('ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') return refusal('ORDER_NOT_APPROVED');
    if ('issue' in fake.outcome) return refusal(fake.outcome.issue);
    if (fake.beforeCapture) fake.change(order.id, fake.beforeCapture);
    captures += 1;
    order.status = 'COMPLETED';
    for (const unit of order.purchase_units) {
      unit.payments = { captures: [{ id: `C${captures}`, status: fake.outcome.status, amount: unit.amount }] };
    }
    return { status: 201, body: order };
  };

  const disputes: Dispute[] = [];
  const dollars = (value: string): Money => ({ currency_code: 'USD', value });
  const captureOf = (orderId: string): Capture => {
    const [captured] = orders.get(orderId)?.purchase_units[0]?.payments?.captures ?? [];
    if (captured === undefined) throw new Error(`${orderId} was not captured`);
    return captured;
  };
  const found = (body: unknown) => (body === undefined ? notFound : { status: 200, body });

  const server = await localServer(({ method, path, query, body }) => {
    if (path === '/v1/notifications/verify-webhook-signature') {
      return { status: 200, body: { verification_status: fake.verification } };
    }
    if (path === '/v1/customer/disputes') {
      const captureId = query.get('disputed_transaction_id');
      return { status: 200, body: { items: disputes.filter((dispute) => dispute.captureId === captureId) } };
    }
    if (path.startsWith('/v1/customer/disputes/')) {
      return found(disputes.find(({ dispute_id }) => path.endsWith(`/${dispute_id}`)));
    }
    if (path.startsWith('/v2/payments/captures/')) {
      const order = [...orders.values()].find(({ purchase_units: [unit] }) =>
        unit?.payments?.captures.some(({ id }) => path.endsWith(`/${id}`)),
      );
      return found(order && { supplementary_data: { related_ids: { order_id: order.id } } });
    }
    if (path === '/v1/oauth2/token') {
      return { status: 200, body: { access_token: 'A1', token_type: 'Bearer', expires_in: 3600 } };
    }
    if (method === 'POST' && path === '/v2/checkout/orders') return create(body);
    const [, , , , id = '', action] = path.split('/');
    const order = orders.get(id);
    if (order === undefined) return notFound;
    return action === 'capture' ? capture(order) : { status: 200, body: order };
  });
  const fake: FakePaypal = {
    ...server,
    orders,
    outcome: { status: 'COMPLETED' },
    beforeCapture: null,
    verification: 'SUCCESS',
    refund(orderId, value) {
      const { id: captureId } = captureOf(orderId);
      const payments = orders.get(orderId)?.purchase_units[0]?.payments;
      const refunds = payments?.refunds ?? [];
      const id = `R-${orderId}-${refunds.length + 1}`;
      refunds.push({ id, status: 'COMPLETED', amount: dollars(value) });
      if (payments) payments.refunds = refunds;
      return { id, links: [{ rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${captureId}` }] };
    },
    dispute(orderId, value) {
      const held = { affected_party: 'SELLER', type: 'DEBIT', amount: dollars(value) };
      const dispute = { dispute_id: `PP-D-${disputes.length + 1}`, status: 'UNDER_REVIEW', money_movements: [held] };
      disputes.push({ ...dispute, captureId: captureOf(orderId).id });
      return disputes.at(-1) as Dispute;
    },
    captures: () => captures,
    change(id, { value, currency, merchantId, customId, intent }) {
      const order = orders.get(id);
      const [unit] = order?.purchase_units ?? [];
      if (order === undefined || unit === undefined) throw new Error(`No order ${id}`);
      if (intent !== undefined) order.intent = intent;
      if (customId !== undefined) unit.custom_id = customId;
      if (merchantId !== undefined) unit.payee = { ...unit.payee, merchant_id: merchantId };
      unit.amount = { value: value ?? unit.amount.value, currency_code: currency ?? unit.amount.currency_code };
    },
    approve(id) {
      const order = orders.get(id);
      if (order === undefined) throw new Error(`No order ${id}`);
      Object.assign(order, { status: 'APPROVED', payer: { email_address: 'billing@northwind.test' } });
    },
  };
  return fake;
}
