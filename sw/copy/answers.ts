import { listPayments } from '#contract/billing.ts';
import { getBrand, listTags } from '#contract/brand.ts';
import { getCampaign, listCampaigns } from '#contract/campaign.ts';
import type { BrandRecord } from '#contract/intent.ts';
import { getOffer, listChangeTemplates, listOffers } from '#contract/offer.ts';
import type { ValueOf } from '#domain/brand-record.ts';
import type { Day } from '#domain/period.ts';
import type { Connection } from '#sw/database/database.ts';
import type { CopySchema, DocumentName } from '#sw/database/schema.ts';
import { analyticsRoutes } from './analytics-routes.ts';
import { type AnswerContext, type CopyAnswer, knownAt } from './answer-context.ts';
import { answerList } from './answer-lists.ts';
import { on, type Route, routeTo } from './answer-route.ts';
import { campaignKind } from './campaigns.ts';
import { DamagedCopyError, readCopy } from './copy-read.ts';
import { readDocument } from './documents.ts';
import { readEntity } from './entities.ts';
import { offerKind } from './offers.ts';
import { noOverlay, type Overlay } from './overlay.ts';
import { paymentKind } from './payments.ts';
import { makeAnew, syncOf } from './sync-row.ts';

async function answerDocument(context: AnswerContext, name: DocumentName): Promise<CopyAnswer | null> {
  const found = await readDocument(context, name);
  // Tags and templates aren't told by the changes feed: they are as old as their own fetch.
  return found && { body: found.value, storedAt: name === 'brand' ? knownAt(context, found.storedAt) : found.storedAt };
}

async function answerOne(
  context: AnswerContext,
  found: { value: unknown; storedAt: number } | null,
): Promise<CopyAnswer | null> {
  return found && { body: found.value, storedAt: knownAt(context, found.storedAt) };
}

const laidOver = <T extends BrandRecord['type']>({ overlay }: AnswerContext, type: T) => ({
  show: (record: ValueOf<T>) => overlay.show(type, record),
  settled: overlay.settled(type),
  refiled: overlay.refiled(type),
});

const routes: readonly Route[] = [
  on(getBrand, (context) => answerDocument(context, 'brand')),
  on(listTags, (context) => answerDocument(context, 'tags')),
  on(listChangeTemplates, (context) => answerDocument(context, 'templates')),
  on(listPayments, (context, { address, query }) => answerList(context, paymentKind, { address, query, wanted: [] })),
  on(listCampaigns, (context, { address, query }) => {
    const wanted = [query.approvalStatus, query.cpmWorkerStatus, query.campaignStatus];
    return answerList(context, campaignKind, { address, query, wanted }, laidOver(context, 'campaign'));
  }),
  on(getCampaign, async (context, { params }) => {
    const found = await readEntity(context, campaignKind, params.campaignId);
    return answerOne(context, found && { ...found, value: context.overlay.show('campaign', found.value) });
  }),
  on(listOffers, (context, { address, query }) => {
    const wanted = [query.campaignId === undefined ? undefined : [query.campaignId], query.offerStageType];
    return answerList(context, offerKind, { address, query, wanted }, laidOver(context, 'offer'));
  }),
  on(getOffer, async (context, { params }) => {
    const found = await readEntity(context, offerKind, params.id);
    return answerOne(context, found && { ...found, value: context.overlay.show('offer', found.value) });
  }),
  ...analyticsRoutes,
];

interface Question {
  brandId: string;
  /** Its path is as in the contract: without what an API elsewhere may have before it. */
  url: URL;
  today: Day;
  /** The brand's intents, laid over the records. */
  overlay?: Overlay;
}

/**
 * Answers a GET of the contract from the copy, just as the server would. `storedAt` is when what it says was last known to be
 * so, ms. Null where the copy can't tell: not a call that is answered here, nothing stored yet, or input that the server
 * would refuse.
 */
export async function answerFromCopy(
  copy: Connection<CopySchema>,
  { brandId, url, today, overlay = noOverlay }: Question,
): Promise<CopyAnswer | null> {
  const answering = routeTo(routes, url);
  if (answering === null) return null;
  try {
    return await readCopy(copy, brandId, async (read) =>
      answering({ ...read, sync: await syncOf(read), today, overlay }),
    );
  } catch (error) {
    if (!(error instanceof DamagedCopyError)) throw error;
    await makeAnew(copy, brandId);
    return null;
  }
}
