import type { EndpointName, endpoints } from '#contract/calls/endpoints.ts';
import type { CallOf } from '#contract/wire/endpoint.ts';
import { newKey } from '#tests/support/calls/call.ts';
import { aStill } from '#tests/support/media/still.ts';
import { type World, worldPassword } from '#tests/support/servers/world.ts';
import { aSubscription } from '#tests/support/services/push-receiver.ts';

type Endpoints = typeof endpoints;
type Sample<N extends EndpointName> = Partial<CallOf<Endpoints[N]>> & { key?: string; ifMatch?: string };
/** A successful request for each endpoint; a new endpoint without one doesn't compile. */
export type Samples = { [N in EndpointName]: Sample<N> };

/** A 2 x 2 pixel PNG. */
const smallPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAMAAABFaP0WAAAAA1BMVEULbk+2MsgTAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAC0lEQVQImWNgAAEAAAYAAeaH/n8AAAAASUVORK5CYII=';

/** A brand with records of every kind, and requests that match them. */
export async function makeSamples(given: World) {
  const email = `samples-${newKey().toLowerCase()}@brands.test`;
  const brandId = await given.brand({ email, tikTokHandle: 'northwind' });
  await given.funds(brandId, 100_000);
  const tagId = await given.tag();
  const campaignId = await given.campaign(brandId);
  const offerId = await given.offer(brandId, campaignId);
  const seen = await given.submission(brandId, offerId);
  const approved = await given.owedLink(brandId, campaignId);
  const creatorOfferId = await given.offer(brandId, campaignId);
  const paymentId = await given.payment(brandId);
  const paymentMethodId = await given.paymentMethod(brandId);
  const postId = await given.post(brandId, await given.offer(brandId, campaignId, { stageType: 'ONGOING' }));
  await given.figures(brandId, postId, [['2026-03-10', 100, 10, 1, 0]]);

  const samples: Samples = {
    refreshBrand: { body: { brandId, refreshToken: 'not one' } },
    refreshAdmin: { body: { adminUserId: 'adm_1', refreshToken: 'not one' } },
    login: { body: { email, password: worldPassword } },
    signup: { body: { name: 'Meridian', email: 'meridian@brands.test', password: worldPassword } },
    requestPasswordReset: { body: { email } },
    resetPassword: { body: { brandId, resetCode: 'code', password: worldPassword } },
    verifyEmail: { body: { emailCode: 'code' } },
    verifyEmailByLink: { body: { brandId: 'brd_00000000000000000000000000', emailCode: 'code' } },
    sendEmailCode: {},
    changeEmail: { body: { email: 'right@brands.test', password: 'Not-right1!' } },
    changePassword: { body: { currentPassword: 'Not-right1!', newPassword: 'Even-better1!' } },
    listSessions: {},
    logout: {},
    logoutAdmin: { body: { adminUserId: 'adm_1', refreshToken: 'token' } },
    logoutByToken: { body: { brandId: 'brd_00000000000000000000000000', refreshToken: 'token' } },
    logoutEverywhere: {},
    addFunds: { body: { type: 'stripe', paymentMethodId, amountCents: 10_000 }, key: newKey() },
    addPaymentMethod: { body: { type: 'stripe', stripeToken: 'pm_sandbox_4242' }, key: newKey() },
    createPaypalOrder: { body: { amountCents: 10_000 } },
    generateClientSecret: {},
    listPayments: { query: { page: '1', pageSize: '10' } },
    getPayment: { params: { paymentId } },
    listStatements: {},
    getStatement: { params: { month: '2026-03' } },
    getBrand: {},
    updateBrand: { body: { description: 'Coffee from the north.', tikTokHandle: 'northwind' } },
    onboardBrand: { body: { onboarding: { welcome: true } } },
    uploadFiles: {
      body: {
        destinationPath: 'brand/profile-picture/',
        files: [{ fileBase64: smallPng, filename: 'logo.png', mime: 'image/png' }],
      },
    },
    storeUpload: { body: { uploadId: 'mup_01J00000000000000000000001' } },
    listTags: {},
    listCampaigns: {
      query: { approvalStatus: 'APPROVED', cpmWorkerStatus: 'ACTIVE,ENDING', campaignStatus: 'ACTIVE' },
    },
    getCampaign: { params: { campaignId } },
    createCampaign: {
      body: {
        title: 'Summer',
        campaignType: 'CPM',
        socialPlatforms: ['TIKTOK'],
        startAtDeltaSecs: 0,
        dos: ['Show the cup'],
        donts: ['Swear'],
        tagIds: [tagId],
        cpmBudgetCents: 25_000,
      },
      key: newKey(),
    },
    updateCampaign: { params: { campaignId }, body: { unread: false }, key: newKey() },
    renameCampaign: { params: { campaignId }, body: { name: 'Autumn roast' }, key: newKey() },
    changeCampaign: { params: { campaignId }, body: { change: 'pause' }, key: newKey() },
    getBrandAnalytics: { params: { brandId }, query: { timePeriodType: 'preset', preset: 'last_30d' } },
    getBrandDays: { params: { brandId }, query: { since: '2026-03-01', until: '2026-03-31' } },
    listBrandPosts: { params: { brandId }, query: { since: '2026-03-01', until: '2026-03-31' } },
    getCampaignAnalytics: { params: { campaignId } },
    getCampaignDays: { params: { campaignId } },
    listCampaignPosts: { params: { campaignId }, query: { page: '1' } },
    listChangeTemplates: {},
    listOffers: { query: { campaignId, offerStageType: 'ONGOING' } },
    getOffer: { params: { id: offerId } },
    linkOriginal: { params: { id: await given.original(brandId, campaignId) } },
    acceptEvidence: { params: { id: offerId }, key: newKey(), ifMatch: seen },
    rejectEvidence: {
      params: { id: offerId },
      body: { requestedChanges: [{ templateName: 'START_OVER', variables: {} }] },
      key: newKey(),
      ifMatch: seen,
    },
    takeBackApproval: { params: { id: approved.offerId }, key: newKey(), ifMatch: approved.owed },
    getChanges: {},
    streamChanges: {},
    getPush: {},
    savePushDevice: {
      body: {
        endpoint: 'https://fcm.googleapis.com/fcm/send/samples',
        keys: aSubscription(),
        quietTime: { fromMinute: 1320, toMinute: 420, zone: 'Europe/Berlin' },
      },
    },
    removePushDevice: { params: { id: await given.pushDevice(brandId) } },
    getCreatorOffer: {},
    answerHold: {
      body: { holdId: await given.hold(brandId, creatorOfferId), text: 'Our video went viral.' },
      key: newKey(),
    },
    makeCreatorMove: { body: { move: 'accept' }, key: newKey(), ifMatch: '0' },
    getCreatorStatement: {},
    savePaymentReference: { body: { reference: 'Invoice 7' }, key: newKey(), ifMatch: '0' },
    saveDraftPoster: { body: { uploadId: await given.upload(brandId, creatorOfferId), picture: await aStill() } },
    dropCreatorDraft: { body: { uploadId: 'upl_00000000000000000000000000' } },
    requestCreatorLink: { body: { token: 'not one' } },
    getFlags: {},
    getHealth: {},
    getVersion: {},
  };
  return { brandId, campaignId, offerId, creatorOfferId, samples };
}
