/**
 * The sandbox stands in for card payments where no provider is set up. Only these numbers work in it, and they never leave
 * the phone: only a card's token is sent. Numbers that Stripe's test mode knows too behave alike in both.
 */
export interface SandboxCard {
  readonly number: string;
  readonly brand: string;
  readonly last4: string;
  /**
   * Fate of a payment:
   * `succeeds`; `declined` when it is stored; `confirm`: it is stored once its holder has confirmed;
   * `declined-later`: it is stored, then declined when it is charged;
   * `settles-later`: a charge is pending for a while, then succeeds; `fails-later`: it is pending, then fails;
   * `unanswered`: it is charged, but the answer to that is lost.
   */
  readonly outcome:
    | 'succeeds'
    | 'declined'
    | 'confirm'
    | 'declined-later'
    | 'settles-later'
    | 'fails-later'
    | 'unanswered';
  readonly says: string;
}

const card = (number: string, outcome: SandboxCard['outcome'], says: string, brand = 'Visa'): SandboxCard => ({
  number,
  brand,
  last4: number.slice(-4),
  outcome,
  says,
});

export const sandboxCards: readonly SandboxCard[] = [
  card('4242424242424242', 'succeeds', 'Succeeds'),
  card('5555555555554444', 'succeeds', 'Succeeds', 'Mastercard'),
  card('4000000000000002', 'declined', 'Is declined'),
  card('4000002500003155', 'confirm', 'Asks for confirmation'),
  card('4000000000000341', 'declined-later', 'Can be saved, but is declined when it is charged'),
  card('4000003720000278', 'settles-later', 'Is pending for a while, then succeeds'),
  card('4000000000005126', 'fails-later', 'Is pending for a while, then fails'),
  card('4000000000000119', 'unanswered', 'Is charged, but the response is lost'),
];

export const sandboxDecline = 'Your card was declined.';

/** The card of a number as it was typed; undefined for any other, which the sandbox doesn't take. */
export const sandboxCardOf = (number: string): SandboxCard | undefined =>
  sandboxCards.find((known) => known.number === number.replace(/\D/g, ''));

const prefix = 'pm_sandbox_';

/** The `stripeToken` of `addPaymentMethod` for a card of the sandbox; one that asks only once it is confirmed. */
export const sandboxToken = ({ last4, outcome }: SandboxCard): string =>
  `${prefix}${last4}${outcome === 'confirm' ? '_confirmed' : ''}`;

export const sandboxCardOfToken = (token: string): SandboxCard | undefined =>
  sandboxCards.find((known) => sandboxToken(known) === token);

/** Setup intents of the sandbox: an app that meets one shows the sandbox's card form, and says that it is one. */
export const isSandboxSecret = (clientSecret: string): boolean => clientSecret.startsWith('seti_sandbox_');

/** An order of the sandbox's PayPal: it is approved from the start. */
export const sandboxOrderId = (brandId: string, amountCents: number, ulid: string): string =>
  `SANDBOX-${amountCents}-${brandId}-${ulid}`;

/** Parts of an order of the sandbox's; null for what is none. */
export function readSandboxOrder(orderId: string): { brandId: string; amountCents: number } | null {
  const [, cents, brandId] = /^SANDBOX-(\d{1,12})-(brd_\w{26})-[0-9A-HJKMNP-TV-Z]{26}$/.exec(orderId) ?? [];
  return cents === undefined || brandId === undefined ? null : { brandId, amountCents: Number(cents) };
}
