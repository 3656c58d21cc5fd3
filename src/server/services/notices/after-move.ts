import type { MoveName } from '#domain/offers/offer-moves.ts';
import { reviveLink } from '../creators/link-generations.ts';
import { dropOriginals } from '../drafts/state/wanted-originals.ts';
import type { AfterMove } from '../moves/after-move.ts';
import { queueNotices } from './queue-notices.ts';

const dropOriginalsUnderWay: AfterMove = async (writer, { offers, now }) => {
  for (const { offerId } of offers) await dropOriginals(writer, { offerId, now });
};

const reviveLinks: AfterMove = async (writer, { offers }) => {
  for (const { offerId } of offers) await reviveLink(writer, offerId);
};

/** Additional effects of single moves, besides the notices. */
const handlers: Readonly<Partial<Record<MoveName, readonly AfterMove[]>>> = {
  'request-changes': [dropOriginalsUnderWay],
  withdraw: [dropOriginalsUnderWay],
  'remove-post': [dropOriginalsUnderWay],
  invalidate: [dropOriginalsUnderWay],
  // The email links to the offer's page, and the links may have been revoked with the offer.
  reopen: [reviveLinks],
};

/** Runs everything that follows a move, in its transaction. */
export const afterMove: AfterMove = async (writer, moved) => {
  for (const handle of handlers[moved.move] ?? []) await handle(writer, moved);
  await queueNotices(writer, moved);
};
