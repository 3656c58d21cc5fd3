import { type Endpoint, pathOf } from '../../../src/contract/endpoint.ts';
import { acceptEvidence, type Offer, rejectEvidence } from '../../../src/contract/offer.ts';

/** A request of a page that makes an intent; its key is the intent's. */
export interface IntentRequest {
  method: Endpoint['method'];
  path: string;
  ifMatch: string | null;
  body: unknown;
}

/** A kind of intent as simulated users have it: the simulator knows no others than those it is given. */
export interface SimulatedKind {
  /** Its name in the history. */
  readonly wish: string;
  /** The content that it is made on. */
  seenIn(offer: Offer): string;
  isPossible(offer: Offer): boolean;
  requestOf(offer: Offer): IntentRequest;
}

const contentOf = ({ currentStage }: Offer) => currentStage.fulfillment?.id ?? '';
const isToReview = ({ currentStage }: Offer) =>
  currentStage.type === 'AWAITING_EVIDENCE_CLEARANCE' && currentStage.fulfillment !== null;

const decisionBy = (wish: string, endpoint: Endpoint, body: unknown): SimulatedKind => ({
  wish,
  seenIn: contentOf,
  isPossible: isToReview,
  requestOf: (offer) => ({
    method: endpoint.method,
    path: pathOf(endpoint, { id: offer.id }),
    ifMatch: contentOf(offer),
    body,
  }),
});

/** Decisions on submissions. */
export const decisionKinds: readonly SimulatedKind[] = [
  decisionBy('approve', acceptEvidence, {}),
  decisionBy('reject', rejectEvidence, { requestedChanges: [{ templateName: 'START_OVER', variables: {} }] }),
];
