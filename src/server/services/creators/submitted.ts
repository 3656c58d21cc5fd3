import type { ChangeTemplate, RequestedChange } from '#contract/brand/requested-changes.ts';
import type { CreatorOffer, CreatorSubmission } from '#contract/creator/creator.ts';
import { changeTitle, customTemplate, describeChange } from '#domain/offers/change-templates.ts';
import { namesAccount } from '#domain/posts/post-link-check.ts';
import type { MoveRow } from '../moves/state/offers.ts';
import { type AttemptRow, isCaptionAttempt, type OfferState } from '../moves/state/situations.ts';

type Account = CreatorOffer['account'];
/** Data for the texts of requested changes. */
interface Texts {
  brandName: string;
  templates: readonly ChangeTemplate[];
}

/** Returns the last submission, which may still be in review. */
export function submissionOf({ tries }: OfferState, account: Account): CreatorSubmission | null {
  const last = tries.findLast((each) => each.submittedAt !== null && !isCaptionAttempt(each));
  return last === undefined ? null : toSubmission(last, account);
}

/** Returns the changes that the brand requested, until the creator submits again. */
export function changesOf(
  { offer, tries, current }: OfferState,
  { account, ...words }: Texts & { account: Account },
): CreatorOffer['changes'] {
  if (offer.stageType !== 'SUBMIT_EVIDENCE') return null;
  const about = tries.find(({ id }) => id === current?.rejectedFulfillmentId);
  if (about === undefined || about.rejectedAt === null) return null;
  return {
    requestedAt: about.rejectedAt.toISOString(),
    items: toItems(about.requestedChanges ?? [], words),
    about: toSubmission(about, account),
  };
}

/** Returns the caption of the caption step and, while a new one is owed, the reason why it was sent back. */
export function captionOf({ offer, tries }: OfferState, history: readonly MoveRow[]): CreatorOffer['caption'] {
  const last = tries.findLast(isCaptionAttempt);
  if (last === undefined || last.caption === null) return null;
  const isReturned = offer.stageType === 'SUBMIT_CUSTOM_CAPTION' && last.rejectedAt !== null;
  const returned = history.findLast(({ move }) => move === 'return-caption')?.reason ?? null;
  return { text: last.caption, returned: isReturned ? returned : null };
}

function toSubmission(row: AttemptRow, account: Account): CreatorSubmission | null {
  if (row.submittedAt === null) return null;
  const isVideo = row.evidenceType === 'VIDEO_WITH_CAPTION';
  return {
    id: row.id,
    evidenceType: row.evidenceType,
    videoUrl: isVideo ? row.fulfillment : null,
    posterUrl: row.posterUrl,
    link: isVideo ? null : row.fulfillment,
    accountChecked: isVideo ? null : (row.accountChecked ?? namesAccount(row.fulfillment ?? '', account)),
    caption: row.caption,
    submittedAt: row.submittedAt.toISOString(),
  };
}

/** If several changes use the same template, only the first has its description. */
function toItems(changes: readonly RequestedChange[], words: Texts) {
  const firstOf = (name: string) => changes.findIndex(({ templateName }) => templateName === name);
  return changes.map((change, place) => {
    const item = toItem(change, words);
    return place === firstOf(change.templateName) ? item : { ...item, description: '' };
  });
}

/** A change in the brand's own words has no template text. */
function toItem({ templateName, variables }: RequestedChange, { brandName, templates }: Texts) {
  const template = templates.find(({ name }) => name === templateName);
  const isOwnWords = template === undefined || templateName === customTemplate;
  return {
    title: changeTitle(templateName, templates),
    description: isOwnWords ? '' : describeChange(template, variables.brand_name || brandName),
    note: variables.note || variables.reason || variables.pronunciation || null,
    atSeconds: variables.atSeconds ?? null,
  };
}
