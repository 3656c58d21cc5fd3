import { eq, inArray, or, sql } from 'drizzle-orm';
import { databaseOrigin } from '#server/database/origin-tables.ts';
import { adminSessions, adminUsers, emailCodes, mails } from '#server/database/tables/account-tables.ts';
import { commandKeys, idempotencyKeys } from '#server/database/tables/call-tables.ts';
import { accountNames, creatorAccounts, creatorProfiles, creatorTags } from '#server/database/tables/creator-tables.ts';
import { pushDevices } from '#server/database/tables/push-tables.ts';
import { attempts, brands, sessions, tags } from '#server/database/tables/tables.ts';
import { anonymous, fatesOf, kept, personal, secret } from './fates.ts';

const ofBrand = personal('brand');
const deletedWith = (is: Parameters<typeof eq>[0]) =>
  ({ brand: { are: ({ id }: { id: string }) => eq(is, id), end: 'deleted' } }) as const;

/** Tables with users, logins, devices and emails. */
export const tablesOfAccounts = [
  fatesOf(
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
    { brand: { are: ({ id }) => eq(brands.id, id), end: 'emptied' } },
  ),
  fatesOf(
    sessions,
    {
      ...{ id: kept, brandId: kept, generation: anonymous, userAgent: ofBrand },
      ...{ createdAt: kept, lastUsedAt: kept, expiresAt: kept, revokedAt: kept },
    },
    deletedWith(sessions.brandId),
  ),
  fatesOf(
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
  fatesOf(
    emailCodes,
    {
      ...{ brandId: kept, id: kept, kind: kept, codeHash: secret('brand') },
      ...{ createdAt: kept, expiresAt: kept, usedAt: kept },
    },
    deletedWith(emailCodes.brandId),
  ),
  fatesOf(
    mails,
    {
      ...{ id: kept, brandId: kept, recipient: personal('both'), kind: kept, data: personal('both') },
      ...{ status: kept, tries: anonymous, createdAt: kept, dueAt: anonymous, changedAt: kept },
      lastError: secret('both'),
    },
    {
      creator: { are: ({ email }) => eq(mails.recipient, email), end: 'deleted' },
      brand: { are: ({ id, email }) => or(eq(mails.brandId, id), eq(mails.recipient, email)), end: 'deleted' },
    },
  ),
  // Stored responses to a brand that contain a creator's offer are rewritten, see erase.ts.
  fatesOf(
    idempotencyKeys,
    {
      ...{ brandId: anonymous, actor: anonymous, key: anonymous, requestHash: anonymous, status: anonymous },
      ...{ body: secret('both'), createdAt: anonymous },
    },
    {
      creator: { are: ({ offerIds }) => inArray(idempotencyKeys.actor, offerIds), end: 'deleted' },
      ...deletedWith(idempotencyKeys.brandId),
    },
  ),
  fatesOf(commandKeys, { key: anonymous, requestHash: anonymous, createdAt: anonymous }),
  fatesOf(
    creatorProfiles,
    {
      ...{ id: kept, email: personal('creator'), firstName: personal('creator'), lastName: personal('creator') },
      ...{ createdAt: kept, remindersOffAt: kept, blockedAt: kept, blockReason: personal('creator') },
      ...{ paymentReference: personal('creator'), paymentReferenceAt: kept, paymentReferenceVersion: anonymous },
    },
    { creator: { are: ({ id }) => eq(creatorProfiles.id, id), end: 'deleted' } },
  ),
  fatesOf(
    accountNames,
    { accountId: kept, username: personal('creator'), since: kept, until: kept },
    {
      creator: {
        are: ({ id }) =>
          sql`${accountNames.accountId} in (select ${creatorAccounts.id} from ${creatorAccounts} where ${creatorAccounts.creatorId} = ${id})`,
        end: 'deleted',
      },
    },
  ),
  fatesOf(
    creatorAccounts,
    { id: kept, creatorId: kept, platform: personal('creator'), username: personal('creator') },
    { creator: { are: ({ id }) => eq(creatorAccounts.creatorId, id), end: 'deleted' } },
  ),
  fatesOf(
    creatorTags,
    { creatorId: kept, tagId: personal('creator') },
    { creator: { are: ({ id }) => eq(creatorTags.creatorId, id), end: 'deleted' } },
  ),
  // These belong to the provider.
  fatesOf(adminUsers, { id: anonymous, email: anonymous, createdAt: anonymous }),
  fatesOf(adminSessions, {
    ...{ id: anonymous, adminUserId: anonymous, generation: anonymous, createdAt: anonymous },
    ...{ lastUsedAt: anonymous, expiresAt: anonymous, revokedAt: anonymous },
  }),
  fatesOf(attempts, { subject: anonymous, count: anonymous, windowEndsAt: anonymous }),
  fatesOf(tags, { id: anonymous, name: anonymous, position: anonymous, retiredAt: anonymous }),
  fatesOf(databaseOrigin, { id: anonymous, origin: anonymous }),
];
