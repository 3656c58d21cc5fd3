import {
  getBrandAnalytics,
  getBrandDays,
  getCampaignAnalytics,
  getCampaignDays,
  listBrandPosts,
  listCampaignPosts,
} from './analytics.ts';
import {
  changeEmail,
  changePassword,
  listSessions,
  login,
  logout,
  logoutAdmin,
  logoutByToken,
  logoutEverywhere,
  refreshAdmin,
  refreshBrand,
  requestPasswordReset,
  resetPassword,
  sendEmailCode,
  signup,
  verifyEmail,
  verifyEmailByLink,
} from './auth.ts';
import {
  addFunds,
  addPaymentMethod,
  createPaypalOrder,
  generateClientSecret,
  getPayment,
  listPayments,
} from './billing.ts';
import { getBrand, listTags, onboardBrand, updateBrand } from './brand.ts';
import { createCampaign, getCampaign, listCampaigns, renameCampaign, updateCampaign } from './campaign.ts';
import { changeCampaign } from './campaign-change.ts';
import { getChanges } from './changes.ts';
import {
  answerHold,
  dropCreatorDraft,
  getCreatorOffer,
  makeCreatorMove,
  requestCreatorLink,
  saveDraftPoster,
} from './creator.ts';
import { getCreatorStatement, savePaymentReference } from './creator-money.ts';
import { getFlags } from './flags.ts';
import { getHealth } from './health.ts';
import { streamChanges } from './live.ts';
import { storeUpload } from './media-uploads.ts';
import {
  acceptEvidence,
  getOffer,
  linkOriginal,
  listChangeTemplates,
  listOffers,
  rejectEvidence,
  takeBackApproval,
} from './offer.ts';
import { getPush, removePushDevice, savePushDevice } from './push.ts';
import { getStatement, listStatements } from './statement.ts';
import { uploadFiles } from './storage.ts';
import { getVersion } from './version.ts';

/** Every call of the API, by its name in client and server. */
export const endpoints = {
  refreshBrand,
  refreshAdmin,
  login,
  signup,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
  verifyEmailByLink,
  sendEmailCode,
  changeEmail,
  changePassword,
  listSessions,
  logout,
  logoutAdmin,
  logoutByToken,
  logoutEverywhere,
  addFunds,
  addPaymentMethod,
  createPaypalOrder,
  generateClientSecret,
  listPayments,
  getPayment,
  listStatements,
  getStatement,
  getBrand,
  updateBrand,
  onboardBrand,
  uploadFiles,
  storeUpload,
  listTags,
  listCampaigns,
  getCampaign,
  createCampaign,
  updateCampaign,
  renameCampaign,
  changeCampaign,
  getBrandAnalytics,
  getBrandDays,
  listBrandPosts,
  getCampaignAnalytics,
  getCampaignDays,
  listCampaignPosts,
  listChangeTemplates,
  listOffers,
  getOffer,
  linkOriginal,
  acceptEvidence,
  rejectEvidence,
  takeBackApproval,
  getChanges,
  streamChanges,
  getPush,
  savePushDevice,
  removePushDevice,
  getCreatorOffer,
  makeCreatorMove,
  getCreatorStatement,
  savePaymentReference,
  answerHold,
  dropCreatorDraft,
  saveDraftPoster,
  requestCreatorLink,
  getFlags,
  getHealth,
  getVersion,
} as const;

export type EndpointName = keyof typeof endpoints;
