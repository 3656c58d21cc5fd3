import type { EvidenceType, OfferStageType } from '#contract/brand/offer.ts';
import type { MoveName, Mover } from '#domain/offers/offer-moves.ts';

/** `stage move mover(s) -> stage`, from the product's page on moves; `draft` and `link` name the kind of submission. */
const table = `
OFFERED                            accept                   creator           -> AWAITING_CONTRACT
OFFERED                            decline                  creator           -> REJECTED
AWAITING_PARENT_CONTRACT           receive-parent-contract  provider          -> AWAITING_CONTRACT
AWAITING_CONTRACT                  receive-contract         provider          -> SUBMIT_ADDRESS
SUBMIT_ADDRESS                     give-address             creator           -> AWAITING_PACKAGE
AWAITING_PACKAGE                   give-address             creator           -> AWAITING_PACKAGE
AWAITING_PACKAGE                   send-package             provider          -> SUBMIT_CUSTOM_CAPTION
SUBMIT_CUSTOM_CAPTION              lose-package             provider          -> AWAITING_PACKAGE
SUBMIT_EVIDENCE                    lose-package             provider          -> AWAITING_PACKAGE
SUBMIT_CUSTOM_CAPTION              give-caption             creator           -> AWAITING_CUSTOM_CAPTION_CLEARANCE
AWAITING_CUSTOM_CAPTION_CLEARANCE  clear-caption            provider          -> SUBMIT_EVIDENCE
AWAITING_CUSTOM_CAPTION_CLEARANCE  return-caption           provider          -> SUBMIT_CUSTOM_CAPTION
SUBMIT_EVIDENCE:draft              submit-draft             creator,provider  -> AWAITING_EVIDENCE_CLEARANCE
SUBMIT_EVIDENCE:link               submit-link              creator,provider  -> AWAITING_EVIDENCE_CLEARANCE
AWAITING_EVIDENCE_CLEARANCE:draft  replace-draft            creator           -> AWAITING_EVIDENCE_CLEARANCE
AWAITING_EVIDENCE_CLEARANCE:link   replace-link             creator           -> AWAITING_EVIDENCE_CLEARANCE
AWAITING_EVIDENCE_CLEARANCE:draft  approve                  brand,provider    -> SUBMIT_EVIDENCE
AWAITING_EVIDENCE_CLEARANCE:link   approve                  brand,provider    -> ONGOING
AWAITING_EVIDENCE_CLEARANCE        request-changes          brand,provider    -> SUBMIT_EVIDENCE
SUBMIT_EVIDENCE:link               take-back                brand             -> AWAITING_EVIDENCE_CLEARANCE
OFFERED                            withdraw                 creator           -> INVALIDATED
AWAITING_PARENT_CONTRACT           withdraw                 creator           -> INVALIDATED
AWAITING_CONTRACT                  withdraw                 creator           -> INVALIDATED
SUBMIT_ADDRESS                     withdraw                 creator           -> INVALIDATED
AWAITING_PACKAGE                   withdraw                 creator           -> INVALIDATED
SUBMIT_CUSTOM_CAPTION              withdraw                 creator           -> INVALIDATED
AWAITING_CUSTOM_CAPTION_CLEARANCE  withdraw                 creator           -> INVALIDATED
SUBMIT_EVIDENCE                    withdraw                 creator           -> INVALIDATED
AWAITING_EVIDENCE_CLEARANCE        withdraw                 creator           -> INVALIDATED
ONGOING                            remove-post              provider,clock    -> INVALIDATED
OFFERED                            expire                   clock             -> INVALIDATED
SUBMIT_ADDRESS                     expire                   clock             -> INVALIDATED
SUBMIT_CUSTOM_CAPTION              expire                   clock             -> INVALIDATED
SUBMIT_EVIDENCE                    expire                   clock             -> INVALIDATED
OFFERED                            invalidate               provider          -> INVALIDATED
AWAITING_PARENT_CONTRACT           invalidate               provider          -> INVALIDATED
AWAITING_CONTRACT                  invalidate               provider          -> INVALIDATED
SUBMIT_ADDRESS                     invalidate               provider          -> INVALIDATED
AWAITING_PACKAGE                   invalidate               provider          -> INVALIDATED
SUBMIT_CUSTOM_CAPTION              invalidate               provider          -> INVALIDATED
AWAITING_CUSTOM_CAPTION_CLEARANCE  invalidate               provider          -> INVALIDATED
SUBMIT_EVIDENCE                    invalidate               provider          -> INVALIDATED
AWAITING_EVIDENCE_CLEARANCE        invalidate               provider          -> INVALIDATED
ONGOING                            invalidate               provider          -> INVALIDATED
AWAITING_EARNING_CLEARANCE         invalidate               provider          -> INVALIDATED
INVALIDATED                        reopen                   provider          -> AWAITING_PACKAGE
REJECTED                           reopen                   provider          -> AWAITING_PACKAGE`;

/** Moves in a campaign that has ended: creators can't submit anymore, and offers can't be reopened. */
const afterEnd = `
OFFERED                            decline                  creator           -> REJECTED
AWAITING_PARENT_CONTRACT           expire                   clock             -> INVALIDATED
AWAITING_CONTRACT                  expire                   clock             -> INVALIDATED
AWAITING_PACKAGE                   expire                   clock             -> INVALIDATED
ONGOING                            fall-due                 clock             -> AWAITING_EARNING_CLEARANCE
${table
  .trim()
  .split('\n')
  .filter((line) => !/ (accept|decline|give-\S+|submit-\S+|replace-\S+|reopen) /.test(line))
  .join('\n')}`;

/** Moves after the campaign was settled: submissions in review expire, and earnings are cleared. */
const afterSettlement = `
AWAITING_CUSTOM_CAPTION_CLEARANCE  expire                   clock             -> INVALIDATED
AWAITING_EVIDENCE_CLEARANCE        expire                   clock             -> INVALIDATED
AWAITING_EARNING_CLEARANCE         clear-earning            provider,clock    -> CLEARED
${afterEnd}`;

function readTable(text: string): Map<string, OfferStageType> {
  const allowed = new Map<string, OfferStageType>();
  for (const line of text.trim().split('\n')) {
    const [place = '', move = '', by = '', , to = ''] = line.split(/\s+/);
    const [stage, only] = place.split(':');
    for (const kind of only === undefined ? ['draft', 'link'] : [only]) {
      for (const mover of by.split(',')) allowed.set([stage, kind, move, mover].join(' '), to as OfferStageType);
    }
  }
  return allowed;
}
const allowed = { running: readTable(table), ended: readTable(afterEnd), settled: readTable(afterSettlement) };

const kinds: Readonly<Record<EvidenceType, string>> = { VIDEO_WITH_CAPTION: 'draft', PUBLISHED_VIDEO_URL: 'link' };

/**
 * Expected stage after a move by the tables above, in a campaign that asks for CONTRACT, PACKAGE, CUSTOM_CAPTION and
 * DRAFT; undefined if the move must be refused.
 */
export const expectedMove = (
  stage: OfferStageType,
  evidenceType: EvidenceType,
  move: MoveName,
  by: Mover,
  campaign: keyof typeof allowed = 'running',
) => allowed[campaign].get([stage, kinds[evidenceType], move, by].join(' '));
