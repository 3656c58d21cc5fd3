import { eq, inArray, or, sql } from 'drizzle-orm';
import { databaseOrigin } from '#server/database/origin-tables.ts';
import { adminSessions, adminUsers, emailCodes, mails } from '#server/database/tables/account-tables.ts';
import { commandKeys, idempotencyKeys } from '#server/database/tables/call-tables.ts';
import { accountNames, creatorAccounts, creatorProfiles, creatorTags } from '#server/database/tables/creator-tables.ts';
import { pushDevices } from '#server/database/tables/push-tables.ts';
import { attempts, brands, sessions, tags } from '#server/database/tables/tables.ts';
import { anonymous, defineTreatment, kept, personal, secret } from './fates.ts';

const ofBrand = personal('brand');
const deletedWith = (is: Parameters<typeof eq>[0]) =>
  ({ brand: { condition: ({ id }: { id: string }) => eq(is, id), end: 'deleted' } }) as const;

/** Tables with users, logins, devices and emails. */
export const tablesOfAccounts = [
  defineTreatment(
    brands,
    {
      ...{ id: kept, name: personal('brand', 'Erased brand'), emailVerified: kept, approvalStatus: kept },
      ...{ suspendedAt: kept, suspensionReason: ofBrand },
      email: personal('brand', sql`lower(${brands.id}) || '@erased.invalid'`),
      // No password has an empty hash.
      passwordHash: secret('brand', ''),
      ...{ iconUrl: ofBrand, description: ofBrand, brandUrl: ofBrand, storeLocatorUrl: ofBrand },
      ...{ tikTokHandle: ofBrand, youtubeHandle: ofBrand, instagramHandle: ofBrand, facebookHandle: ofBrand },
      ...{ companyName: ofBrand, companyAddress: ofBrand, taxNumber: ofBrand },
      ...{ requiredHashtag: ofBrand, cpmCents: kept, onboarding: kept },
      ...{ postNotificationsEnabled: kept, loginNotificationsEnabled: kept, silentDays: kept },
      ...{ createdAt: kept, emailVerifiedAt: kept, activityMailedAt: anonymous },
      ...{ revision: anonymous, shownRevision: anonymous, feedEpoch: anonymous, feedFloor: anonymous },
      ...{ feedTimeline: anonymous, feedForks: anonymous },
    },
    { brand: { condition: ({ id }) => eq(brands.id, id), end: 'emptied' } },
  ),
  defineTreatment(
    sessions,
    {
      ...{ id: kept, brandId: kept, generation: anonymous, userAgent: ofBrand },
      ...{ createdAt: kept, lastUsedAt: kept, expiresAt: kept, revokedAt: kept },
    },
    deletedWith(sessions.brandId),
  ),
  defineTreatment(
    pushDevices,
    {
      ...{ id: kept, brandId: kept, sessionId: kept, createdAt: kept, savedAt: kept },
      ...{ endpoint: secret('brand'), p256dh: secret('brand'), auth: secret('brand'), userAgent: ofBrand },
      ...{ quietFromMinute: ofBrand, quietToMinute: ofBrand, zone: ofBrand },
      ...{ dueAt: anonymous, offerId: anonymous, campaignId: anonymous, campaignNews: anonymous },
      ...{ news: anonymous, tries: anonymous, leasedUntil: anonymous },
      ...{ refusals: anonymous, refusedSince: anonymous },
    },
    deletedWith(pushDevices.brandId),
  ),
  defineTreatment(
    emailCodes,
    {
      ...{ brandId: kept, id: kept, kind: kept, codeHash: secret('brand') },
      ...{ createdAt: kept, expiresAt: kept, usedAt: kept },
    },
    deletedWith(emailCodes.brandId),
  ),
  defineTreatment(
    mails,
    {
      ...{ id: kept, brandId: kept, recipient: personal('both'), kind: kept, data: personal('both') },
      ...{ status: kept, tries: anonymous, createdAt: kept, dueAt: anonymous, changedAt: kept },
      lastError: secret('both'),
    },
    {
      creator: { condition: ({ email }) => eq(mails.recipient, email), end: 'deleted' },
      brand: { condition: ({ id, email }) => or(eq(mails.brandId, id), eq(mails.recipient, email)), end: 'deleted' },
    },
  ),
  // Stored responses to a brand that contain a creator's offer are rewritten, see erase.ts.
  defineTreatment(
    idempotencyKeys,
    {
      ...{ brandId: anonymous, actor: anonymous, key: anonymous, requestHash: anonymous, status: anonymous },
      ...{ body: secret('both'), createdAt: anonymous },
    },
    {
      creator: { condition: ({ offerIds }) => inArray(idempotencyKeys.actor, offerIds), end: 'deleted' },
      ...deletedWith(idempotencyKeys.brandId),
    },
  ),
  defineTreatment(commandKeys, { key: anonymous, requestHash: anonymous, createdAt: anonymous }),
  defineTreatment(
    creatorProfiles,
    {
      ...{ id: kept, email: personal('creator'), firstName: personal('creator'), lastName: personal('creator') },
      ...{ createdAt: kept, remindersOffAt: kept, blockedAt: kept, blockReason: personal('creator') },
      ...{ paymentReference: personal('creator'), paymentReferenceAt: kept, paymentReferenceVersion: anonymous },
    },
    { creator: { condition: ({ id }) => eq(creatorProfiles.id, id), end: 'deleted' } },
  ),
  defineTreatment(
    accountNames,
    { accountId: kept, username: personal('creator'), since: kept, until: kept },
    {
      creator: {
        condition: ({ id }) =>
          sql`${accountNames.accountId} in (select ${creatorAccounts.id} from ${creatorAccounts} where ${creatorAccounts.creatorId} = ${id})`,
        end: 'deleted',
      },
    },
  ),
  defineTreatment(
    creatorAccounts,
    { id: kept, creatorId: kept, platform: personal('creator'), username: personal('creator') },
    { creator: { condition: ({ id }) => eq(creatorAccounts.creatorId, id), end: 'deleted' } },
  ),
  defineTreatment(
    creatorTags,
    { creatorId: kept, tagId: personal('creator') },
    { creator: { condition: ({ id }) => eq(creatorTags.creatorId, id), end: 'deleted' } },
  ),
  // These tables belong to the provider.
  defineTreatment(adminUsers, { id: anonymous, email: anonymous, createdAt: anonymous }),
  defineTreatment(adminSessions, {
    ...{ id: anonymous, adminUserId: anonymous, generation: anonymous, createdAt: anonymous },
    ...{ lastUsedAt: anonymous, expiresAt: anonymous, revokedAt: anonymous },
  }),
  defineTreatment(attempts, { subject: anonymous, count: anonymous, windowEndsAt: anonymous }),
  defineTreatment(tags, { id: anonymous, name: anonymous, position: anonymous, retiredAt: anonymous }),
  defineTreatment(databaseOrigin, { id: anonymous, origin: anonymous }),
];
