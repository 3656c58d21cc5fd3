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
import { stagesFirst } from '#domain/offers/offer-order.ts';
import type { DocumentName } from '#sw/database/schema.ts';
import { type AnswerContext, type CopyAnswer, knownAt } from './answer-context.ts';
import { answerList, putPage } from './answers/answer-lists.ts';
import { answerAsStored, putOnlyAnswer } from './answers/stored-answers.ts';
import { type CopyPart, type CopyRow, row } from './copy-row.ts';
import { analyticsRows } from './figures/analytics-rows.ts';
import { campaignKind, putCampaigns } from './records/campaigns.ts';
import { putDocument, readDocument } from './records/documents.ts';
import { readEntity } from './records/entities.ts';
import { offerKind, putOffers } from './records/offers.ts';
import { paymentKind, putPayments } from './records/payments.ts';

async function answerDocument(context: AnswerContext, name: DocumentName): Promise<CopyAnswer | null> {
  const found = await readDocument(context, name);
  // The changes feed doesn't cover tags and templates, so they are only as recent as their own fetch.
  return found && { body: found.value, storedAt: name === 'brand' ? knownAt(context, found.storedAt) : found.storedAt };
}

async function answerOne(
  context: AnswerContext,
  found: { value: unknown; storedAt: number } | null,
): Promise<CopyAnswer | null> {
  return found && { body: found.value, storedAt: knownAt(context, found.storedAt) };
}

const listOverlay = <T extends BrandRecord['type']>({ overlay }: AnswerContext, type: T) => ({
  show: (record: ValueOf<T>) => overlay.show(type, record),
  settled: overlay.settled(type),
  refiled: overlay.refiled(type),
});

const documentRows: readonly CopyRow[] = [
  row(getBrand, {
    answer: (context) => answerDocument(context, 'brand'),
    store: (write, brand) => putDocument(write, 'brand', brand),
  }),
  row(listTags, {
    answer: (context) => answerDocument(context, 'tags'),
    store: (write, tags) => putDocument(write, 'tags', tags),
  }),
  row(listChangeTemplates, {
    answer: (context) => answerDocument(context, 'templates'),
    store: (write, templates) => putDocument(write, 'templates', templates),
  }),
];

const recordRows: readonly CopyRow[] = [
  row(listPayments, {
    answer: (context, { address, query }) => answerList(context, paymentKind, { address, query, wanted: [] }),
    async store(write, page, { address }) {
      await Promise.all([putPayments(write, page.data), putPage(write, 'payments', address, page)]);
    },
  }),
  row(getPayment, {
    answer: async (context, { params }) => answerOne(context, await readEntity(context, paymentKind, params.paymentId)),
    store: (write, payment) => putPayments(write, [payment]),
  }),
  row(listCampaigns, {
    answer(context, { address, query }) {
      const wanted = [query.approvalStatus, query.cpmWorkerStatus, query.campaignStatus];
      return answerList(context, campaignKind, { address, query, wanted }, listOverlay(context, 'campaign'));
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
      return answerOne(context, found && { ...found, value: context.overlay.show('campaign', found.value) });
    },
    store: (write, campaign) => putCampaigns(write, [campaign]),
    overlay: (campaign, overlay) => overlay.show('campaign', campaign),
  }),
  row(listOffers, {
    answer(context, { address, query }) {
      const wanted = [query.campaignId === undefined ? undefined : [query.campaignId], query.offerStageType];
      const first = [undefined, stagesFirst(query)];
      return answerList(context, offerKind, { address, query, wanted, first }, listOverlay(context, 'offer'));
    },
    async store(write, page, { address }) {
      await Promise.all([putOffers(write, page.data), putPage(write, 'offers', address, page)]);
    },
    overlay: (page, overlay) => ({ ...page, data: page.data.map((offer) => overlay.show('offer', offer)) }),
  }),
  row(getOffer, {
    async answer(context, { params }) {
      const found = await readEntity(context, offerKind, params.id);
      return answerOne(context, found && { ...found, value: context.overlay.show('offer', found.value) });
    },
    store: (write, offer) => putOffers(write, [offer]),
    overlay: (offer, overlay) => overlay.show('offer', offer),
  }),
];

/** Responses that are stored verbatim, since the copy lacks the ledger. */
const statementRows: readonly CopyRow[] = [
  row(listStatements, {
    answer: (context, { address }) => answerAsStored(context, address, listStatements.answer),
    store: (write, months, { address }) => putOnlyAnswer(write, { kind: 'payments', address, value: months }),
  }),
  row(getStatement, {
    answer: (context, { address }) => answerAsStored(context, address, getStatement.answer),
    store: (write, statement, { address }) => putOnlyAnswer(write, { kind: 'payments', address, value: statement }),
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
