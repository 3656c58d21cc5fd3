import { setSyncStatus } from '#api/sync-status.ts';
import { usualHold, writeHoldSetting } from '#app/device/hold-setting.ts';
import { setKeptDrafts } from '#app/device/kept-drafts.ts';
import { setReviewCounts } from '#app/device/review-counts.ts';
import { clearUnsavedForms } from '#app/intents/unsaved.ts';
import { withdrawLogOut } from '#app/session/log-out-request.ts';
import { closeWizard } from '#app/shell/wizard-request.ts';
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
  paymentStore.setPending(false);
  creationStore.setPending(false);
  changeStore.setPending(false);
  setSyncStatus(null);
  setReviewCounts(null);
  setKeptDrafts(null);
  writeHoldSetting(usualHold);
  clearUnsavedForms();
  setUpdate(null);
  forgetSettings();
  document.body.replaceChildren();
  for (const script of document.head.querySelectorAll('script')) script.remove();
  document.documentElement.removeAttribute('data-mantine-color-scheme');
  localStorage.clear();
  sessionStorage.clear();
}
