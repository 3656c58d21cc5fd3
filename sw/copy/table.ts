import { getPayment, listPayments } from '#contract/brand/billing.ts';
import { getBrand, listTags, onboardBrand, updateBrand } from '#contract/brand/brand.ts';
import { getCampaign, listCampaigns, renameCampaign, updateCampaign } from '#contract/brand/campaign.ts';
import {
  acceptEvidence,
  getOffer,
  listChangeTemplates,
  listOffers,
  rejectEvidence,
  takeBackApproval,
} from '#contract/brand/offer.ts';
import { getStatement, listStatements } from '#contract/brand/statement.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { BrandRecord } from '#contract/worker/brand-record.ts';
import type { ValueOf } from '#domain/offers/brand-record.ts';
import { priorityStages } from '#domain/offers/offer-order.ts';
import type { DocumentName } from '#sw/database/schema.ts';
import { putPage, respondWithList } from './answers/answer-lists.ts';
import { respondAsStored, storeUncomputableResponse } from './answers/stored-answers.ts';
import { type CopyPart, type CopyRow, row } from './copy-row.ts';
import { analyticsRows } from './figures/analytics-rows.ts';
import { campaignKind, putCampaigns } from './records/campaigns.ts';
import { putDocument, readDocument } from './records/documents.ts';
import { readEntity } from './records/entities.ts';
import { offerKind, putOffers } from './records/offers.ts';
import { paymentKind, putPayments } from './records/payments.ts';
import { type CopyResponse, currentAsOf, type ResponseContext } from './response-context.ts';

async function respondWithDocument(context: ResponseContext, name: DocumentName): Promise<CopyResponse | null> {
  const found = await readDocument(context, name);
  // The changes feed doesn't cover tags and templates, so they are only as recent as their own fetch.
  return (
    found && { body: found.value, storedAt: name === 'brand' ? currentAsOf(context, found.storedAt) : found.storedAt }
  );
}

async function respondWithRecord(
  context: ResponseContext,
  found: { value: unknown; storedAt: number } | null,
): Promise<CopyResponse | null> {
  return found && { body: found.value, storedAt: currentAsOf(context, found.storedAt) };
}

const listOverlay = <T extends BrandRecord['type']>({ overlay }: ResponseContext, type: T) => ({
  show: (record: ValueOf<T>) => overlay.show(type, record),
  settled: overlay.settled(type),
  refiled: overlay.refiled(type),
});

const documentRows: readonly CopyRow[] = [
  row(getBrand, {
    answer: (context) => respondWithDocument(context, 'brand'),
    store: (write, brand) => putDocument(write, 'brand', brand),
  }),
  row(listTags, {
    answer: (context) => respondWithDocument(context, 'tags'),
    store: (write, tags) => putDocument(write, 'tags', tags),
  }),
  row(listChangeTemplates, {
    answer: (context) => respondWithDocument(context, 'templates'),
    store: (write, templates) => putDocument(write, 'templates', templates),
  }),
];

const recordRows: readonly CopyRow[] = [
  row(listPayments, {
    answer: (context, { address, query }) => respondWithList(context, paymentKind, { address, query, wanted: [] }),
    async store(write, page, { address }) {
      await Promise.all([putPayments(write, page.data), putPage(write, 'payments', address, page)]);
    },
  }),
  row(getPayment, {
    answer: async (context, { params }) =>
      respondWithRecord(context, await readEntity(context, paymentKind, params.paymentId)),
    store: (write, payment) => putPayments(write, [payment]),
  }),
  row(listCampaigns, {
    answer(context, { address, query }) {
      const wanted = [query.approvalStatus, query.cpmWorkerStatus, query.campaignStatus];
      return respondWithList(context, campaignKind, { address, query, wanted }, listOverlay(context, 'campaign'));
    },
    async store(write, page, { address }) {
      await Promise.all([putCampaigns(write, page.data), putPage(write, 'campaigns', address, page)]);
    },
    overlay(page, overlay, { query: { campaignStatus } }) {
      const shown = page.data.map((campaign) => overlay.show('campaign', campaign));
      const data = shown.filter(({ status }) => !campaignStatus?.length || campaignStatus.includes(status));
      const total = page.pagination.total - (shown.length - data.length);
      return { data, pagination: { ...page.pagination, total } };
    },
  }),
  row(getCampaign, {
    async answer(context, { params }) {
      const found = await readEntity(context, campaignKind, params.campaignId);
      return respondWithRecord(context, found && { ...found, value: context.overlay.show('campaign', found.value) });
    },
    store: (write, campaign) => putCampaigns(write, [campaign]),
    overlay: (campaign, overlay) => overlay.show('campaign', campaign),
  }),
  row(listOffers, {
    answer(context, { address, query }) {
      const wanted = [query.campaignId === undefined ? undefined : [query.campaignId], query.offerStageType];
      const first = [undefined, priorityStages(query)];
      return respondWithList(context, offerKind, { address, query, wanted, first }, listOverlay(context, 'offer'));
    },
    async store(write, page, { address }) {
      await Promise.all([putOffers(write, page.data), putPage(write, 'offers', address, page)]);
    },
    overlay: (page, overlay) => ({ ...page, data: page.data.map((offer) => overlay.show('offer', offer)) }),
  }),
  row(getOffer, {
    async answer(context, { params }) {
      const found = await readEntity(context, offerKind, params.id);
      return respondWithRecord(context, found && { ...found, value: context.overlay.show('offer', found.value) });
    },
    store: (write, offer) => putOffers(write, [offer]),
    overlay: (offer, overlay) => overlay.show('offer', offer),
  }),
];

/** Responses that are stored verbatim, since the copy lacks the ledger. */
const statementRows: readonly CopyRow[] = [
  row(listStatements, {
    answer: (context, { address }) => respondAsStored(context, address, listStatements.answer),
    store: (write, months, { address }) =>
      storeUncomputableResponse(write, { kind: 'payments', address, value: months }),
  }),
  row(getStatement, {
    answer: (context, { address }) => respondAsStored(context, address, getStatement.answer),
    store: (write, statement, { address }) =>
      storeUncomputableResponse(write, { kind: 'payments', address, value: statement }),
  }),
];

/** Writes whose response is the updated record. */
const writtenRows: readonly CopyRow[] = [
  row(updateBrand, { store: (write, brand) => putDocument(write, 'brand', brand) }),
  row(onboardBrand, { store: (write, brand) => putDocument(write, 'brand', brand) }),
  row(renameCampaign, { store: (write, campaign) => putCampaigns(write, [campaign]) }),
  row(updateCampaign, { store: (write, campaign) => putCampaigns(write, [campaign]) }),
  row(acceptEvidence, { store: (write, offer) => putOffers(write, [offer]) }),
  row(rejectEvidence, { store: (write, offer) => putOffers(write, [offer]) }),
  row(takeBackApproval, { store: (write, offer) => putOffers(write, [offer]) }),
];

/** The copy's entry for each call that it supports. */
export const copyTable: ReadonlyMap<Endpoint, CopyPart> = new Map([
  ...documentRows,
  ...recordRows,
  ...statementRows,
  ...analyticsRows,
  ...writtenRows,
]);
