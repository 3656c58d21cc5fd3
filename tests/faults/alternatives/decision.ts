/** An approval as a page asks for it: `key` is the Idempotency-Key of all its tries. */
export interface Decision {
  key: string;
  offerId: string;
  fulfillmentId: string;
}

/** What the comparison does with a page: approve, and count what still waits. */
export interface DecisionPage {
  decide(decision: Decision): void;
  /** Keys of what was decided and not taken by the server, as far as the page's library knows. */
  waiting(): Promise<string[]>;
}

/** A fault that another try may mend, unlike the server's no. */
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
