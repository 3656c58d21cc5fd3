import * as v from 'valibot';
import type { BrandSession } from '../src/contract/auth.ts';
import { pathOf } from '../src/contract/endpoint.ts';
import { errorBodySchema } from '../src/contract/error.ts';
import { getOffer, type Offer } from '../src/contract/offer.ts';
import { outcomeOfDecision } from '../src/domain/decision-outcome.ts';
import type { ActionRow } from '../src/offline/action-row.ts';
import { isDecidedHere } from '../src/offline/outbox-receipts.ts';
import type { Outcome } from './attempt.ts';
import type { Authorised } from './authorised.ts';
import type { NetworkAnswer } from './network.ts';
import type { Runtime } from './runtime.ts';

const timeoutMs = 10_000;
const hangMs = 2500;

type Refused = Extract<Outcome, { kind: 'refused' }>;
type Known = Pick<NetworkAnswer, 'reading'> & { offer: Offer | null };

interface Doubt {
  session: BrandSession;
  action: ActionRow;
  refused: Refused;
}

type Deps = Pick<Runtime, 'outbox'> & { authorised: Authorised };

/**
 * A refusal says nothing of an earlier try whose answer was lost: that one may have been applied, and only be forgotten, or
 * what it was about may be out of reach now. So the server is asked what the offer is, and what it says of the decision is
 * what became of it. Where it can't be asked the decision goes on waiting.
 */
export async function resolveDoubt(deps: Deps, { session, action, refused }: Doubt): Promise<Outcome> {
  const known = await offerNow(deps.authorised, session, action.offerId, refused);
  if (known === null) return { kind: 'unknown', waitMs: null };
  const { offer, reading } = known;
  const isOthers = await isDecidedHere(deps.outbox, action);
  const became = isOthers ? 'not-applied' : offer === null ? 'unknown' : outcomeOfDecision(action, offer);
  if (became === 'applied' && offer !== null) return { kind: 'sent', offer, reading };
  const certainty = became === 'unknown' ? 'unknown' : 'refused';
  return { kind: 'refused', reading, attention: { ...refused.attention, certainty, offerNow: offer } };
}

/** The offer as the server has it, null where it says that there is none for this brand; null where it didn't say. */
async function offerNow(
  authorised: Authorised,
  session: BrandSession,
  id: string,
  { attention, reading }: Refused,
): Promise<Known | null> {
  if (attention.offerNow !== null) return { offer: attention.offerNow, reading };
  const request = { method: getOffer.method, path: pathOf(getOffer, { id }), timeoutMs, hangMs } as const;
  const answer = await authorised.send(session, request).catch(() => null);
  if (answer === null) return null;
  const offer = v.safeParse(getOffer.answer, answer.body);
  if (answer.status === 200) return offer.success ? { offer: offer.output, reading: answer.reading } : null;
  const isFinal = answer.status === 403 || answer.status === 404;
  return isFinal && v.is(errorBodySchema, answer.body) ? { offer: null, reading: answer.reading } : null;
}
