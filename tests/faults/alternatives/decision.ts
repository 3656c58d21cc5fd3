/** An approval as a page asks for it: `key` is the Idempotency-Key of all its attempts. */
export interface Decision {
  key: string;
  offerId: string;
  fulfillmentId: string;
}

/** Operations of a compared page: it approves, and says which decisions still wait. */
export interface DecisionPage {
  decide(decision: Decision): void;
  /** Keys of decisions that the server hasn't taken, as far as the page's library knows. */
  waiting(): Promise<string[]>;
}

/** True for a failure that a retry may mend, unlike a refusal. */
export const isTemporary = (status: number): boolean => status >= 500 || status === 429;

/** The call, with the key that makes repeating it safe. */
export const requestOf = ({ key, offerId, fulfillmentId }: Decision): Request =>
  new Request(`/brand/v1.0/offers/${offerId}/evidence/accept`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      'Idempotency-Key': key,
      'If-Match': `"${fulfillmentId}"`,
    },
  });

/** Gives the page to the comparison. */
export function offer(page: DecisionPage): void {
  Object.assign(globalThis, { decisionPage: page });
}
