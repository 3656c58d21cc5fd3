import type { paymentModes, paymentProviders, reversalKinds } from '#server/database/tables/billing-tables.ts';

export type ProviderName = (typeof paymentProviders)[number];
export type PaymentMode = (typeof paymentModes)[number];

/** A charge, as recorded before the provider is called. */
export interface ChargeRequest {
  brandId: string;
  paymentId: string;
  amountCents: number;
  /** The provider's customer id of the brand; null if the source identifies the payer. */
  customer: string | null;
  /** The provider's id of the stored card or approved order. */
  source: string;
  /** The account that an order has to pay; null for cards. */
  payee: string | null;
  /** Idempotency key: each step runs once per key. */
  key: string;
}

/** A provider's report on a charge. */
export type ChargeOutcome =
  | { state: 'succeeded'; amountCents: number }
  /** The provider has accepted the charge and will report the outcome later. */
  | { state: 'processing' }
  /** No money was taken. `reason` is shown to the brand. */
  | { state: 'failed'; reason: string }
  /** No money was taken yet: the payer's bank requires authentication in the provider's form. */
  | { state: 'confirming'; clientSecret: string }
  /** The provider knows the charge, but didn't receive a request to take the money. */
  | { state: 'open' }
  /** No response, or an inconclusive one. Money may have been taken. */
  | { state: 'unknown'; cause?: unknown };

/** A charge that took money according to the provider, for reconciliation. */
export interface TakenCharge {
  reference: string;
  amountCents: number;
  brandId: string;
  paymentId: string;
}

/** Money of a charge that the provider refunded to the payer, or that a bank took back. */
export interface Reversal {
  /** The provider's id of the refund or dispute. */
  reference: string;
  kind: (typeof reversalKinds)[number];
  /** Amount taken from us so far; 0 once it has been returned. */
  cents: number;
  /** True once the amount can't change anymore. */
  isFinal: boolean;
}

/**
 * A payment provider. Registering a charge and taking its money are separate steps: losing the response to the first
 * costs nothing, and the second can be looked up by the provider's id. Every step can be repeated.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Objects of one mode don't exist in the other. */
  readonly mode: PaymentMode;
  /**
   * Registers a charge without taking money.
   * @returns the provider's id of the charge; the same id for the same key
   * @throws {ProviderUnavailableError} if there is no usable response
   */
  prepare(charge: ChargeRequest): Promise<string>;
  /** Takes the money of a prepared charge. */
  take(reference: string, charge: ChargeRequest): Promise<ChargeOutcome>;
  /** Fetches the state of a charge. Changes nothing. */
  look(reference: string, charge: ChargeRequest): Promise<ChargeOutcome>;
  /** Concludes an open charge: cancels it if the provider can, otherwise captures the approved payment. */
  conclude(reference: string, charge: ChargeRequest): Promise<ChargeOutcome>;
  /** Lists our charges that took money since a time, if the provider supports that. */
  taken?(since: Date): AsyncIterable<TakenCharge>;
  /** Returns the current refunds and disputes of a charge. @throws {ProviderUnavailableError} */
  reversals?(reference: string): Promise<Reversal[]>;
  /**
   * Lists ids of charges with refunds or disputes since a time. Without this method, every charge has to be checked.
   */
  reversedSince?(since: Date): AsyncIterable<string>;
  /**
   * Verifies and reads an event sent in the provider's name, if the provider sends events.
   * @param body the raw body, since the signature covers its bytes
   * @throws {ForgedEventError} if the event isn't from the provider {@link ProviderUnavailableError}
   */
  readEvent?(body: string, headers: Headers, now: Date): Promise<ProviderEvent>;
}

/** A webhook event from a provider. */
export interface ProviderEvent {
  /** The event's id; repeats of an event have the same id. */
  id: string;
  type: string;
  /** The charge concerned, by our ids or the provider's; null for other events. */
  charge: { brandId: string; paymentId: string } | { reference: string } | null;
}

/** Display name of a card or an account: 'Visa' and '•••• 4242'. */
export interface MethodLabel {
  title: string;
  subtitle: string | null;
}

/** A provider that stores a brand's cards and charges them. */
export interface CardProvider extends PaymentProvider {
  /** Registers the brand as a customer. @returns the provider's customer id */
  createCustomer(brand: { id: string; name: string; email: string }): Promise<string>;
  /** Begins storing a card. @returns the client secret for the card form */
  beginCard(customer: string): Promise<string>;
  /**
   * Reads the card behind a form's token and stores it for the customer.
   * @throws {MethodRefusedError} {@link ProviderUnavailableError}
   */
  readCard(token: string, customer: string): Promise<MethodLabel & { reference: string }>;
}

/** Terms of an order: payee, payer and amount in US dollars. */
export interface OrderTerms {
  brandId: string;
  amountCents: number;
  /** The provider's id of the account that is paid. */
  payee: string;
}

/**
 * A provider that captures orders after the payer has approved them in its window. Anyone with an order's id can change
 * the order before it is captured. An order that deviates from the charge's terms is therefore neither captured nor
 * reported as taken.
 */
export interface OrderProvider extends PaymentProvider {
  /** Creates an order that pays us. @throws {ProviderUnavailableError} */
  createOrder(order: Pick<OrderTerms, 'brandId' | 'amountCents'>): Promise<{ reference: string; payee: string }>;
  /**
   * Reads an order that its payer has approved.
   * @throws {MethodRefusedError} if it isn't approved or differs from these terms {@link ProviderUnavailableError}
   */
  readOrder(orderId: string, terms: OrderTerms): Promise<MethodLabel>;
}

/** Providers by payment method; a method that is null isn't offered. */
export interface PaymentProviders {
  card: CardProvider | null;
  paypal: OrderProvider | null;
}

/** An event without its provider's signature. */
export class ForgedEventError extends Error {
  override readonly name = 'ForgedEventError';
}

/** The provider gave no usable response. The request took no money. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/** The provider doesn't accept this card or order. The message is shown to the brand. */
export class MethodRefusedError extends Error {
  override readonly name = 'MethodRefusedError';
  /** True if a bank declined the card; false if it's invalid. */
  readonly declined: boolean;

  constructor(message: string, { declined }: { declined: boolean }) {
    super(message);
    this.declined = declined;
  }
}

/**
 * Returns the provider that a charge was made with, if it is set up in the charge's mode. Charges from before modes
 * were stored match any mode.
 */
export const providerOf = (
  { card, paypal }: PaymentProviders,
  charge: { provider: ProviderName; mode: PaymentMode | null },
): PaymentProvider | null =>
  [card, paypal].find(
    (provider) => provider?.name === charge.provider && (charge.mode === null || provider.mode === charge.mode),
  ) ?? null;
