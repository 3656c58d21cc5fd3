import { and, eq } from 'drizzle-orm';
import { brandWriter } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { createMonthPartitions } from '#server/database/months.ts';
import { paymentMethods } from '#server/database/tables/billing-tables.ts';
import { creatorAccounts, creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';
import { earningHolds } from '#server/database/tables/hold-tables.ts';
import { pushDevices } from '#server/database/tables/push-tables.ts';
import {
  brands,
  campaigns,
  creators,
  fulfillments,
  offers,
  payments,
  posts,
  sessions,
  tags,
} from '#server/database/tables/tables.ts';
import { newId } from '#server/ids.ts';
import { hashPassword } from '#server/services/accounts/passwords.ts';
import { recountFigures } from '#server/services/figures/rollups/recount.ts';
import { postEntry } from '#server/services/ledger/ledger.ts';
import { registerStoredPosts } from '#server/services/posts/registry/register-stored-posts.ts';

import { aSubscription } from '../services/push-receiver.ts';

export const worldPassword = 'Right-pass1!';
let worldPasswordHash: Promise<string> | undefined;

type Params<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;
const start = new Date('2026-03-01T09:00:00.000Z');

/** Inserts rows into a test's database; omitted columns have plain values. */
export function world(db: Database) {
  const revisionOf = (brandId: string) => db.transaction(async (tx) => (await brandWriter(tx, brandId)).revision);

  return {
    async brand(given: Params<typeof brands> = {}): Promise<string> {
      worldPasswordHash ??= hashPassword(worldPassword);
      const id = newId('brd');
      await db.insert(brands).values({
        id,
        name: 'Northwind Coffee',
        email: `${id.toLowerCase()}@brands.test`,
        passwordHash: await worldPasswordHash,
        emailVerified: true,
        approvalStatus: 'APPROVED',
        cpmCents: 500,
        ...given,
      });
      return given.id ?? id;
    },
    async tag(given: Params<typeof tags> = {}): Promise<string> {
      const id = given.id ?? newId('tag');
      await db.insert(tags).values({ name: id, ...given, id });
      return id;
    },
    async campaign(brandId: string, given: Params<typeof campaigns> = {}): Promise<string> {
      const id = given.id ?? newId('cmp');
      await db.insert(campaigns).values({
        name: 'Spring roast',
        approvalStatus: 'APPROVED',
        startAt: start,
        platforms: ['TIKTOK'],
        cpmBudgetCents: 100_000,
        workerStatus: 'ACTIVE',
        workerStartDate: start,
        workerCpmCents: 500,
        workerBudgetCents: 100_000,
        createdAt: start,
        revision: await revisionOf(brandId),
        ...given,
        id,
        brandId,
      });
      return id;
    },
    async creator(brandId: string, given: Params<typeof creators> = {}): Promise<string> {
      const id = given.id ?? newId('soc');
      await db.insert(creators).values({ platform: 'TIKTOK', username: id.toLowerCase(), ...given, id, brandId });
      return id;
    },
    /** The person behind an account, whom the provider knows. @returns the profile's id */
    async person(brandId: string, creatorId: string, given: Params<typeof creatorProfiles> = {}): Promise<string> {
      const [account] = await db
        .select()
        .from(creators)
        .where(and(eq(creators.brandId, brandId), eq(creators.id, creatorId)));
      if (account === undefined) throw new Error(`No account ${creatorId}`);
      const { platform, username, firstName } = account;
      const id = given.id ?? newId('cre');
      const email = `${id.toLowerCase()}@creators.test`;
      await db.insert(creatorProfiles).values({ email, firstName, createdAt: start, ...given, id });
      await db.insert(creatorAccounts).values({ id: newId('soc'), creatorId: id, platform, username });
      return id;
    },
    async offer(brandId: string, campaignId: string, given: Params<typeof offers> = {}): Promise<string> {
      const id = given.id ?? newId('off');
      const creatorId = given.creatorId ?? (await this.creator(brandId, { firstName: 'Ada', lastName: 'Byron' }));
      await db.insert(offers).values({
        stageType: 'OFFERED',
        stageEnteredAt: start,
        updatedAt: start,
        revision: await revisionOf(brandId),
        ...given,
        id,
        brandId,
        campaignId,
        creatorId,
      });
      return id;
    },
    /** Submits as the creator, so that the offer awaits the brand. @returns the fulfillment's id */
    async submission(
      brandId: string,
      offerId: string,
      given: Params<typeof fulfillments> = {},
      at: Date = start,
    ): Promise<string> {
      const id = given.id ?? newId('ful');
      await db.transaction(async (tx) => {
        const writer = await brandWriter(tx, brandId);
        await tx.insert(fulfillments).values({
          attempt: 1,
          evidenceType: 'VIDEO_WITH_CAPTION',
          fulfillment: '/media/demo/coffee.mp4',
          caption: 'First sip',
          submittedAt: at,
          ...given,
          id,
          brandId,
          offerId,
        });
        await tx
          .update(offers)
          .set({
            stageType: 'AWAITING_EVIDENCE_CLEARANCE',
            stageEnteredAt: at,
            updatedAt: at,
            fulfillmentId: id,
            revision: writer.revision,
          })
          .where(writer.own(offers, eq(offers.id, offerId)));
      });
      if (given.evidenceType === 'PUBLISHED_VIDEO_URL' && !given.rejectedAt) {
        await registerStoredPosts(db, [{ brandId, offerId, url: given.fulfillment, at }]);
      }
      return id;
    },
    /** An offer with an approved draft and an owed link. @returns its id, and that of the owed submission */
    async owedLink(brandId: string, campaignId: string): Promise<{ offerId: string; owed: string }> {
      const offerId = await this.offer(brandId, campaignId);
      await this.submission(brandId, offerId, { acceptedAt: start });
      const link = {
        evidenceType: 'PUBLISHED_VIDEO_URL',
        fulfillment: null,
        caption: null,
        submittedAt: null,
      } as const;
      const owed = await this.submission(brandId, offerId, { ...link, attempt: 2 });
      await db.update(offers).set({ stageType: 'SUBMIT_EVIDENCE' }).where(eq(offers.id, offerId));
      return { offerId, owed };
    },
    /** A creator's uploaded but unsubmitted video. @returns its id */
    async upload(brandId: string, offerId: string, given: Params<typeof draftUploads> = {}): Promise<string> {
      const id = given.id ?? newId('upl');
      const received = {
        sizeBytes: 5,
        receivedBytes: 5,
        state: 'RECEIVED',
        createdAt: start,
        changedAt: start,
      } as const;
      await db.insert(draftUploads).values({ name: 'IMG_0042.MOV', ...received, ...given, id, brandId, offerId });
      return id;
    },
    /** An offer with an approved draft and the original from its creator's device. @returns the offer's id */
    async original(brandId: string, campaignId: string, given: Params<typeof draftUploads> = {}): Promise<string> {
      const offerId = await this.offer(brandId, campaignId);
      const fileName = `${brandId}/${newId('upl').padEnd(43, 'a')}.mp4`;
      await this.submission(brandId, offerId, { fulfillment: `/files/${fileName}`, acceptedAt: start });
      await this.upload(brandId, offerId, { state: 'READY', isOriginalKept: true, fileName, ...given });
      return offerId;
    },
    /** A hold on an offer's earning. @returns its id */
    async hold(brandId: string, offerId: string, given: Params<typeof earningHolds> = {}): Promise<string> {
      const id = given.id ?? newId('hld');
      await db
        .insert(earningHolds)
        .values({ reason: 'Half of its views are gone.', heldAt: start, ...given, id, brandId, offerId });
      return id;
    },
    /** A device that gets pushes, with a separate session. @returns its id */
    async pushDevice(brandId: string, given: Params<typeof pushDevices> = {}): Promise<string> {
      const id = given.id ?? newId('psh');
      const sessionId = newId('ses');
      await db.insert(sessions).values({ id: sessionId, brandId, expiresAt: new Date('2030-01-01T00:00:00.000Z') });
      const { p256dh, auth } = aSubscription();
      const endpoint = `https://fcm.googleapis.com/fcm/send/${id}`;
      const saved = { createdAt: start, savedAt: start };
      await db.insert(pushDevices).values({ sessionId, endpoint, p256dh, auth, ...saved, ...given, id, brandId });
      return id;
    },
    async payment(brandId: string, given: Params<typeof payments> = {}): Promise<string> {
      const id = given.id ?? newId('pay');
      await db.insert(payments).values({
        amountCents: 100_000,
        methodTitle: 'Visa',
        methodSubtitle: '•••• 4242',
        status: 'COMPLETED',
        updatedAt: start,
        revision: await revisionOf(brandId),
        ...given,
        id,
        brandId,
      });
      return id;
    },
    /** Adds funds to a brand. */
    async funds(brandId: string, cents: number): Promise<void> {
      await db.transaction(async (tx) => {
        const writer = await brandWriter(tx, brandId);
        await postEntry(writer, { kind: 'funds_added', lines: { provider: -cents, available: cents }, at: start });
      });
    },
    /** A stored sandbox card that can be charged. */
    async paymentMethod(brandId: string, given: Params<typeof paymentMethods> = {}): Promise<string> {
      const id = given.id ?? newId('pmt');
      await db.insert(paymentMethods).values({
        provider: 'sandbox',
        reference: 'pm_sandbox_4242',
        title: 'Visa',
        subtitle: '•••• 4242',
        createdAt: start,
        ...given,
        id,
        brandId,
      });
      return id;
    },
    async post(brandId: string, offerId: string, given: Params<typeof posts> = {}): Promise<string> {
      const id = given.id ?? newId('pst');
      const [offer] = await db.select().from(offers).where(eq(offers.id, offerId));
      if (offer === undefined) throw new Error(`No offer ${offerId}`);
      await db.insert(posts).values({
        postedAt: start,
        finalPostUrl: `https://www.tiktok.com/@someone/video/${id}`,
        updatedAt: start,
        revision: await revisionOf(brandId),
        ...given,
        id,
        brandId,
        offerId,
        campaignId: offer.campaignId,
        creatorId: offer.creatorId,
      });
      await registerStoredPosts(db, [{ brandId, offerId, url: given.finalPostUrl, at: start }]);
      return id;
    },
    /** Cumulative figures of a post: `[day, views, likes, comments, shares]`. */
    async figures(brandId: string, postId: string, days: [string, number, number, number, number][]): Promise<void> {
      if (days.length === 0) return;
      const revision = await revisionOf(brandId);
      await createMonthPartitions(
        db,
        days.map(([day]) => day),
      );
      await db.insert(dailyFigures).values(
        days.map(([day, viewCount, likeCount, commentCount, shareCount]) => ({
          brandId,
          postId,
          day,
          viewCount,
          likeCount,
          commentCount,
          shareCount,
          revision,
        })),
      );
      await recountFigures(db, brandId);
    },
  };
}

export type World = ReturnType<typeof world>;
