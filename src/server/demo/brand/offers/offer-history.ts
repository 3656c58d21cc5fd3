import type { EvidenceType } from '#contract/brand/offer.ts';
import { requestedChange } from '#domain/offers/change-templates.ts';
import type { fulfillments, offers } from '#server/database/tables/tables.ts';
import { between, chance, idFrom, pick, type Random } from '#server/demo/random.ts';
import { after, hourMs, minuteMs } from '../times.ts';
import { captionFor, mediaOf, posterOf, type Scene, scenes, videoOf } from './captions.ts';

export type FulfillmentRow = Required<typeof fulfillments.$inferInsert>;
export type OfferRow = Required<typeof offers.$inferInsert>;

/** A submission. Only the last one can be waiting for the brand or owed by the creator. */
export interface SubmissionAttempt {
  evidence: 'draft' | 'link' | 'caption';
  outcome: 'accepted' | 'rejected' | 'waiting' | 'owed';
}

interface HistoryInput {
  brandId: string;
  offerId: string;
  tries: readonly SubmissionAttempt[];
  /** Time of the last event: a submission or a decision. */
  endsAt: Date;
  /** Earliest time of any event; intervals shrink to fit. */
  notBefore: Date;
  scene: Scene;
  brandName: string;
  /** URL of a published post. */
  link: () => string;
}

export interface History {
  rows: FulfillmentRow[];
  /** Time at which the first submission was made or became due. */
  beganAt: Date;
  /** Time at which the post was published after its approval; null before. */
  postedAt: Date | null;
}

const evidenceTypes: Readonly<Record<SubmissionAttempt['evidence'], EvidenceType>> = {
  draft: 'VIDEO_WITH_CAPTION',
  caption: 'VIDEO_WITH_CAPTION',
  link: 'PUBLISHED_VIDEO_URL',
};

/** An offer's submissions and decisions, generated backwards from its end. */
export function generateHistory(random: Random, input: HistoryInput): History {
  const { tries, endsAt, notBefore } = input;
  const times: Times[] = [];
  let at = endsAt;
  for (const { outcome } of tries.toReversed()) {
    if (outcome === 'owed') {
      times.unshift({ submittedAt: null, decidedAt: null });
      continue;
    }
    const isDecided = outcome !== 'waiting';
    const submittedAt = isDecided ? after(at, -between(random, 0.7, 16) * hourMs) : at;
    times.unshift({ submittedAt, decidedAt: isDecided ? at : null });
    at = after(submittedAt, -between(random, 6, 30) * hourMs);
  }
  squeeze(times, { from: at, notBefore, endsAt });
  const ids = times.map(({ submittedAt }) => idFrom(random, 'ful', submittedAt ?? endsAt));
  const rows = tries.map((each, i) => makeTry(random, input, { each, i, ids, ...(times[i] ?? noTimes) }));
  const linkAt = times.find((_, i) => tries[i]?.evidence === 'link')?.submittedAt ?? null;
  const beganAt = times[0]?.submittedAt ?? endsAt;
  return { rows, beganAt, postedAt: linkAt && after(linkAt, -between(random, 5, 50) * minuteMs) };
}

interface Times {
  submittedAt: Date | null;
  decidedAt: Date | null;
}

/** Compresses the times proportionally towards the end if they start too early. */
function squeeze(times: Times[], { from, notBefore, endsAt }: { from: Date; notBefore: Date; endsAt: Date }): void {
  if (from.getTime() >= notBefore.getTime()) return;
  const factor = Math.max(0, endsAt.getTime() - notBefore.getTime()) / (endsAt.getTime() - from.getTime());
  const moved = (at: Date | null) => at && after(endsAt, (at.getTime() - endsAt.getTime()) * factor);
  for (const each of times) {
    each.submittedAt = moved(each.submittedAt);
    each.decidedAt = moved(each.decidedAt);
  }
}

const noTimes: Times = { submittedAt: null, decidedAt: null };

interface TryInput extends Times {
  each: SubmissionAttempt;
  i: number;
  ids: readonly string[];
}

function makeTry(
  random: Random,
  input: HistoryInput,
  { each, i, ids, submittedAt, decidedAt }: TryInput,
): FulfillmentRow {
  const { brandId, offerId, tries, brandName } = input;
  const { evidence, outcome } = each;
  const scene = chance(random, 0.75) ? input.scene : pick(random, scenes);
  const isSubmitted = submittedAt !== null;
  const content = { draft: () => videoOf(scene), link: input.link, caption: () => null }[evidence];
  const isAgain = tries[i - 1]?.outcome === 'rejected';
  return {
    brandId,
    id: ids[i] ?? '',
    offerId,
    attempt: i + 1,
    evidenceType: evidenceTypes[evidence],
    fulfillment: isSubmitted ? content() : null,
    rejectedFulfillmentId: isAgain ? (ids[i - 1] ?? null) : null,
    caption: isSubmitted && evidence !== 'link' ? captionFor(random, scene) : null,
    posterUrl: isSubmitted && evidence === 'draft' ? posterOf(scene) : null,
    ...(isSubmitted && evidence === 'draft' ? mediaOf(scene) : noMedia),
    accountChecked: null,
    submittedAt,
    acceptedAt: outcome === 'accepted' ? decidedAt : null,
    rejectedAt: outcome === 'rejected' ? decidedAt : null,
    requestedChanges: outcome === 'rejected' ? changesAskedFor(random, evidence, brandName) : null,
  };
}

const noMedia = { durationMs: null, width: null, height: null, hasSound: null };

const draftChanges: readonly (readonly string[])[] = [
  ['ENSURE_BRAND_VISIBILITY'],
  ['ENSURE_PROPER_PRONUNCIATION'],
  ['REMOVE_COMPETING_BRANDS'],
  ['ENSURE_BRAND_VISIBILITY', 'ENSURE_PROPER_PRONUNCIATION'],
  ['ENSURE_BRAND_VISIBILITY', 'REMOVE_COMPETING_BRANDS'],
  ['START_OVER'],
];

const draftNotes: Readonly<Record<string, { note: string; atSeconds?: number }>> = {
  ENSURE_BRAND_VISIBILITY: { note: 'Your hand covers the label here. Could you turn it to the camera?', atSeconds: 4 },
  ENSURE_PROPER_PRONUNCIATION: { note: 'It’s one word, with the stress on the first half.', atSeconds: 2 },
  REMOVE_COMPETING_BRANDS: { note: 'There is another bottle on the shelf behind you.', atSeconds: 6 },
};

const changesAskedFor = (random: Random, evidence: SubmissionAttempt['evidence'], brandName: string) => {
  const names = evidence === 'link' ? (['START_OVER'] as const) : pick(random, draftChanges);
  // A note is added only if there is a single requested change.
  return names.map((name) => requestedChange(name, brandName, names.length === 1 ? draftNotes[name] : {}));
};
