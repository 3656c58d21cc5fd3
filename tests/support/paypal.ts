import { type LocalServer, localServer } from './local-server.ts';

interface Order {
  id: string;
  intent: string;
  status: string;
  payer: { email_address: string };
  purchase_units: {
    amount: { currency_code: string; value: string };
    payments?: { captures: { id: string; status: string; amount: { currency_code: string; value: string } }[] };
  }[];
}

interface FakePaypal extends LocalServer {
  readonly orders: Map<string, Order>;
  /** A payer has approved an order in PayPal's window. */
  approve(id: string, value: string, given?: { currency?: string; status?: string; intent?: string }): void;
  /** How often money was taken. */
  captures(): number;
  /** What PayPal does to the next captures: the status of the capture, or an issue it refuses them with. */
  outcome: { status: string } | { issue: string };
}

/** As much of PayPal as Afield calls. An order is captured once. */
export async function fakePaypal(): Promise<FakePaypal> {
  const orders = new Map<string, Order>();
  let captures = 0;
  const notFound = { status: 404, body: { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] } };
  const refusal = (issue: string) => ({ status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] } });

  const server = await localServer(({ path }) => {
    if (path === '/v1/oauth2/token') {
      return { status: 200, body: { access_token: 'A1', token_type: 'Bearer', expires_in: 3600 } };
    }
    const [, , , , id = '', action] = path.split('/');
    const order = orders.get(id);
    if (order === undefined) return notFound;
    if (action !== 'capture') return { status: 200, body: order };
    if (order.status === 'COMPLETED') return refusal('ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') return refusal('ORDER_NOT_APPROVED');
    if ('issue' in fake.outcome) return refusal(fake.outcome.issue);
    captures += 1;
    order.status = 'COMPLETED';
    for (const unit of order.purchase_units) {
      unit.payments = { captures: [{ id: `C${captures}`, status: fake.outcome.status, amount: unit.amount }] };
    }
    return { status: 201, body: order };
  });
  const fake: FakePaypal = {
    ...server,
    orders,
    outcome: { status: 'COMPLETED' },
    captures: () => captures,
    approve: (id, value, { currency = 'USD', status = 'APPROVED', intent = 'CAPTURE' } = {}) => {
      const amount = { currency_code: currency, value };
      const payer = { email_address: 'billing@northwind.test' };
      orders.set(id, { id, intent, status, payer, purchase_units: [{ amount }] });
    },
  };
  return fake;
}
