import { setSyncStatus } from '#api/sync-status.ts';
import { usualHold, writeHoldSetting } from '#app/hold-setting.ts';
import { setKeptDrafts } from '#app/kept-drafts.ts';
import { withdrawLogOut } from '#app/log-out-request.ts';
import { setReviewCounts } from '#app/review-counts.ts';
import { releaseUnsaved } from '#app/unsaved.ts';
import { closeWizard } from '#app/wizard-request.ts';
import { closeAddFunds } from '#features/billing/add-funds-request.ts';
import { paymentStore } from '#features/billing/attempt/attempt-store.ts';
import { changeStore } from '#features/campaigns/manage/change-store.ts';
import { setUpdate } from '#features/sync/update.ts';
import { creationStore } from '#features/wizard/creation/attempt-store.ts';
import { forgetSettings } from './settings.ts';

/** Resets the state that a page keeps in modules and in its document: tests share both, and each must start with a new page. */
export function freshPage(): void {
  closeAddFunds();
  closeWizard();
  withdrawLogOut();
  paymentStore.setAsking(false);
  creationStore.setAsking(false);
  changeStore.setAsking(false);
  setSyncStatus(null);
  setReviewCounts(null);
  setKeptDrafts(null);
  writeHoldSetting(usualHold);
  releaseUnsaved();
  setUpdate(null);
  forgetSettings();
  document.body.replaceChildren();
  for (const script of document.head.querySelectorAll('script')) script.remove();
  document.documentElement.removeAttribute('data-mantine-color-scheme');
  localStorage.clear();
  sessionStorage.clear();
}
