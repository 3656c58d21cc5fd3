import type { paymentModes, paymentProviders, reversalKinds } from '#server/database/tables/billing-tables.ts';

export type ProviderName = (typeof paymentProviders)[number];
export type PaymentMode = (typeof paymentModes)[number];

/** A charge, as it was written down before the provider is asked. */
export interface ChargeRequest {
  brandId: string;
  paymentId: string;
  amountCents: number;
  /** The brand, by the provider's id; null where the source says who pays. */
  customer: string | null;
  /** The stored card or the approved order, by the provider's id. */
  source: string;
  /** The account that an order has to pay; null for cards. */
  payee: string | null;
  /** Idempotency key: each step is done once for it. */
  key: string;
}

/** A provider's answer about a charge. */
export type ChargeOutcome =
  | { state: 'succeeded'; amountCents: number }
  /** The provider has accepted it and will report the outcome later. */
  | { state: 'processing' }
  /** Nothing was taken. `reason` is for the brand. */
  | { state: 'failed'; reason: string }
  /** Nothing was taken yet: the payer's bank requires authentication, in the provider's form. */
  | { state: 'confirming'; clientSecret: string }
  /** The provider knows the charge, but was not asked to take the money, or didn't receive that. */
  | { state: 'open' }
  /** No answer, or one that doesn't say. Money may have been taken. */
  | { state: 'unknown'; cause?: unknown };

/** A charge at the provider that took money, for reconciling. */
export interface TakenCharge {
  reference: string;
  amountCents: number;
  brandId: string;
  paymentId: string;
}

/** Money of a charge that the provider has given back to its payer, or that a bank has taken back. */
export interface Reversal {
  /** The provider's id of the refund or dispute. */
  reference: string;
  kind: (typeof reversalKinds)[number];
  /** Amount taken from us so far; 0 once it has come back. */
  cents: number;
  /** True once nothing of it can change any more. */
  isFinal: boolean;
}

/**
 * A service that moves money. Making a charge known and taking the money are two steps, so that a lost answer to the first costs
 * nothing and the second can be asked about by the provider's own id. Everything can be repeated.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Objects of one mode are unknown in the other. */
  readonly mode: PaymentMode;
  /**
   * Makes a charge known. Takes nothing.
   * @returns the provider's id of it, the same for the same key
   * @throws {ProviderUnavailableError} without a usable answer
   */
  prepare(charge: ChargeRequest): Promise<string>;
  /** Takes the money of a prepared charge. */
  take(reference: string, charge: ChargeRequest): Promise<ChargeOutcome>;
  /** Asks for the state of a charge. Changes nothing. */
  look(reference: string, charge: ChargeRequest): Promise<ChargeOutcome>;
  /** Concludes an open charge: cancels it if the provider can, else captures what the payer has approved. */
  conclude(reference: string, charge: ChargeRequest): Promise<ChargeOutcome>;
  /** Our charges that took money since then, where the provider lists them. */
  taken?(since: Date): AsyncIterable<TakenCharge>;
  /** Refunds and disputes of a charge as they are now, where there are such. @throws {ProviderUnavailableError} */
  reversals?(reference: string): Promise<Reversal[]>;
  /** Ids of charges with refunds or disputes since then; without it every charge has to be asked about. */
  reversedSince?(since: Date): AsyncIterable<string>;
  /**
   * Verifies and reads an event sent in the provider's name, where the provider sends events.
   * @param body the raw body, since the signature covers its bytes
   * @throws {ForgedEventError} if it isn't from the provider {@link ProviderUnavailableError}
   */
  readEvent?(body: string, headers: Headers, now: Date): Promise<ProviderEvent>;
}

/** Something that happened, according to a provider. */
export interface ProviderEvent {
  /** The event's id, the same when it is sent again. */
  id: string;
  type: string;
  /** Our charge that it is about, by our ids or the provider's; null for anything else. */
  charge: { brandId: string; paymentId: string } | { reference: string } | null;
}

/** A card or an account, as a person knows it: 'Visa' and '•••• 4242'. */
export interface MethodLabel {
  title: string;
  subtitle: string | null;
}

/** Takes cards that it stores for a brand. */
export interface CardProvider extends PaymentProvider {
  /** Makes the brand known. @returns the provider's id of it */
  createCustomer(brand: { id: string; name: string; email: string }): Promise<string>;
  /** Begins to store a card. @returns the secret that sets up the card form */
  beginCard(customer: string): Promise<string>;
  /**
   * The card behind a token that the form has made, stored for the customer.
   * @throws {MethodRefusedError} {@link ProviderUnavailableError}
   */
  readCard(token: string, customer: string): Promise<MethodLabel & { reference: string }>;
}

/** Payee, payer and amount. In US dollars: no other currency is taken. */
export interface OrderTerms {
  brandId: string;
  amountCents: number;
  /** The account that is paid, by the provider's id. */
  payee: string;
}

/**
 * Captures orders that a payer has approved in the provider's window. Anyone who has an order's id can change the order until
 * it is captured, so an order that deviates from the terms of the charge is neither captured nor reported as taken.
 */
export interface OrderProvider extends PaymentProvider {
  /** Makes an order that pays us. @throws {ProviderUnavailableError} */
  createOrder(order: Pick<OrderTerms, 'brandId' | 'amountCents'>): Promise<{ reference: string; payee: string }>;
  /**
   * Reads an order that its payer has approved.
   * @throws {MethodRefusedError} if it isn't approved, or not on these terms {@link ProviderUnavailableError}
   */
  readOrder(orderId: string, terms: OrderTerms): Promise<MethodLabel>;
}

/** Providers by way to pay; a way that is null is not offered. */
export interface PaymentProviders {
  card: CardProvider | null;
  paypal: OrderProvider | null;
}

/** An event that doesn't carry its provider's signature. */
export class ForgedEventError extends Error {
  override readonly name = 'ForgedEventError';
}

/** The provider gave no usable answer. The request took no money. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/** The provider doesn't take this card or order. The message is for the brand. */
export class MethodRefusedError extends Error {
  override readonly name = 'MethodRefusedError';
  /** True if a bank has declined it; false if it is invalid. */
  readonly declined: boolean;

  constructor(message: string, { declined }: { declined: boolean }) {
    super(message);
    this.declined = declined;
  }
}

/**
 * The provider that a charge was made with, if it is set up in its mode; charges from before modes were stored match any mode.
 */
export const providerOf = (
  { card, paypal }: PaymentProviders,
  charge: { provider: ProviderName; mode: PaymentMode | null },
): PaymentProvider | null =>
  [card, paypal].find(
    (provider) => provider?.name === charge.provider && (charge.mode === null || provider.mode === charge.mode),
  ) ?? null;
