import type { EndpointName } from '#contract/calls/endpoints.ts';

/**
 * Identities that make requests. `member` has a provider team session; `other` is an approved brand whose ids the
 * request doesn't name. Creators call by links: to the brand's offer, to another brand's, one that was revoked, and one
 * that was superseded by a newer link.
 */
export const callers = [
  'anonymous',
  'junk',
  'expired',
  'forged',
  'member',
  'unverified',
  'unapproved',
  'rejected',
  'suspended',
  'other',
  'own',
  'creator',
  'otherCreator',
  'endedLink',
  'replacedLink',
] as const;
export type Caller = (typeof callers)[number];

/** The response to each caller: `200 ok`, or the error's status and code. */
export type Row = Readonly<Record<Caller, string>>;

const noSession = '401 unauthorized';
const byLink = { creator: noSession, otherCreator: noSession, endedLink: noSession, replacedLink: noSession };
const strangers = {
  ...{ anonymous: noSession, junk: noSession, expired: noSession, forged: noSession, member: noSession },
  ...byLink,
};

/** Only verified and approved brands may call. */
const approved = (own = '200 ok', other = '404 not_found'): Row => ({
  ...strangers,
  unverified: '403 email_not_verified',
  unapproved: '403 not_approved',
  rejected: '403 not_approved',
  suspended: '403 suspended',
  other,
  own,
});
/** The request names no id: any approved brand gets its own data. */
const approvedOwn = (own = '200 ok') => approved(own, own);
/** A brand in any state may call. */
const session = (own = '200 ok'): Row => ({
  ...strangers,
  unverified: own,
  unapproved: own,
  rejected: own,
  suspended: own,
  other: own,
  own,
});
/** Anyone may call; a session changes nothing. */
const open = (own = '200 ok'): Row => ({
  ...session(own),
  anonymous: own,
  junk: own,
  expired: own,
  forged: own,
  member: own,
  creator: own,
  otherCreator: own,
  endedLink: own,
  replacedLink: own,
});
/** Creators may call; the link determines the offer, so the request names none. */
const creator = (own = '200 ok'): Row => ({
  ...session(noSession),
  creator: own,
  otherCreator: own,
  endedLink: '410 link_ended',
  replacedLink: '410 link_replaced',
});

export const matrix: Readonly<Record<EndpointName, Row>> = {
  refreshBrand: open('401 invalid_refresh_token'),
  refreshAdmin: open('401 invalid_refresh_token'),
  login: open(),
  signup: open(),
  requestPasswordReset: open(),
  resetPassword: open('400 invalid_code'),
  verifyEmail: session('400 invalid_code'),
  verifyEmailByLink: open('400 invalid_code'),
  sendEmailCode: session(),
  changeEmail: session('400 invalid_request'),
  changePassword: session('400 invalid_request'),
  listSessions: session(),
  logout: session(),
  logoutAdmin: open(),
  logoutByToken: open(),
  logoutEverywhere: session(),
  addFunds: approved(),
  addPaymentMethod: approvedOwn(),
  createPaypalOrder: approvedOwn(),
  generateClientSecret: approvedOwn(),
  listPayments: approvedOwn(),
  getPayment: approved(),
  listStatements: approvedOwn(),
  getStatement: approvedOwn(),
  getBrand: session(),
  updateBrand: approvedOwn(),
  onboardBrand: approvedOwn(),
  uploadFiles: approvedOwn(),
  storeUpload: approved('404 not_found'),
  listTags: approvedOwn(),
  listCampaigns: approvedOwn(),
  getCampaign: approved(),
  // The other brand has no funds.
  createCampaign: approved('200 ok', '402 insufficient_balance'),
  updateCampaign: approved(),
  renameCampaign: approved(),
  changeCampaign: approved(),
  getBrandAnalytics: approved(),
  getBrandDays: approved(),
  listBrandPosts: approved(),
  getCampaignAnalytics: approved(),
  getCampaignDays: approved(),
  listCampaignPosts: approved(),
  listChangeTemplates: approvedOwn(),
  // Filtering by another brand's campaign returns an empty list.
  listOffers: approvedOwn(),
  getOffer: approved(),
  linkOriginal: approved(),
  acceptEvidence: approved(),
  rejectEvidence: approved(),
  takeBackApproval: approved(),
  getChanges: approvedOwn(),
  streamChanges: approvedOwn(),
  getPush: approvedOwn(),
  savePushDevice: approvedOwn(),
  removePushDevice: approved(),
  getCreatorOffer: creator(),
  makeCreatorMove: creator(),
  getCreatorStatement: creator(),
  // Nothing has been earned yet.
  savePaymentReference: creator('409 move_refused'),
  answerHold: { ...creator(), otherCreator: '409 move_refused' },
  dropCreatorDraft: creator(),
  saveDraftPoster: { ...creator(), otherCreator: '404 not_found' },
  requestCreatorLink: open('401 unauthorized'),
  getFlags: session(),
  getHealth: open(),
  getVersion: open(),
};
