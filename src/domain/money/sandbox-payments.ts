/**
 * Test cards for installations without a payment provider. Only these numbers work, and they never leave the device: only a token
 * is sent. Numbers that Stripe's test mode also defines behave as they do there.
 */
export interface SandboxCard {
  readonly number: string;
  readonly brand: string;
  readonly last4: string;
  /**
   * Result of using the card.
   * `succeeds`; `declined`: when it is saved; `confirm`: it is saved once its holder has confirmed;
   * `declined-later`: it is saved, then declined when it is charged;
   * `settles-later`: a charge is pending for a while, then succeeds; `fails-later`: it is pending, then fails;
   * `unanswered`: it is charged, but the response is lost.
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

/** The card with a typed number; undefined for any number that the sandbox doesn't accept. */
export const sandboxCardOf = (number: string): SandboxCard | undefined =>
  sandboxCards.find((known) => known.number === number.replace(/\D/g, ''));

const prefix = 'pm_sandbox_';

/** The `stripeToken` of `addPaymentMethod` for a sandbox card; a card that requires confirmation must already be confirmed. */
export const sandboxToken = ({ last4, outcome }: SandboxCard): string =>
  `${prefix}${last4}${outcome === 'confirm' ? '_confirmed' : ''}`;

export const sandboxCardOfToken = (token: string): SandboxCard | undefined =>
  sandboxCards.find((known) => sandboxToken(known) === token);

/** True for a setup intent of the sandbox. The app then shows the sandbox's card form, labelled as such. */
export const isSandboxSecret = (clientSecret: string): boolean => clientSecret.startsWith('seti_sandbox_');

/** Id of a PayPal order in the sandbox; such orders are approved from the start. */
export const sandboxOrderId = (brandId: string, amountCents: number, ulid: string): string =>
  `SANDBOX-${amountCents}-${brandId}-${ulid}`;

/** Parses a sandbox order id; null if it isn't one. */
export function readSandboxOrder(orderId: string): { brandId: string; amountCents: number } | null {
  const [, cents, brandId] = /^SANDBOX-(\d{1,12})-(brd_\w{26})-[0-9A-HJKMNP-TV-Z]{26}$/.exec(orderId) ?? [];
  return cents === undefined || brandId === undefined ? null : { brandId, amountCents: Number(cents) };
}
