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
} from '../account/auth.ts';
import { getFlags } from '../account/flags.ts';
import { getPush, removePushDevice, savePushDevice } from '../account/push.ts';
import {
  getBrandAnalytics,
  getBrandDays,
  getCampaignAnalytics,
  getCampaignDays,
  listBrandPosts,
  listCampaignPosts,
} from '../brand/analytics.ts';
import {
  addFunds,
  addPaymentMethod,
  createPaypalOrder,
  generateClientSecret,
  getPayment,
  listPayments,
} from '../brand/billing.ts';
import { getBrand, listTags, onboardBrand, updateBrand } from '../brand/brand.ts';
import { createCampaign, getCampaign, listCampaigns, renameCampaign, updateCampaign } from '../brand/campaign.ts';
import { changeCampaign } from '../brand/campaign-change.ts';
import { storeUpload } from '../brand/media-uploads.ts';
import {
  acceptEvidence,
  getOffer,
  linkOriginal,
  listChangeTemplates,
  listOffers,
  rejectEvidence,
  takeBackApproval,
} from '../brand/offer.ts';
import { getStatement, listStatements } from '../brand/statement.ts';
import { uploadFiles } from '../brand/storage.ts';
import {
  answerHold,
  dropCreatorDraft,
  getCreatorOffer,
  makeCreatorMove,
  requestCreatorLink,
  saveDraftPoster,
} from '../creator/creator.ts';
import { getCreatorStatement, savePaymentReference } from '../creator/creator-money.ts';
import { getChanges } from './changes.ts';
import { getHealth } from './health.ts';
import { streamChanges } from './live.ts';
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
