import { setSyncStatus } from '#api/sync-status.ts';
import { withdrawLogOut } from '#app/log-out-request.ts';
import { closeWizard } from '#app/wizard-request.ts';
import { closeAddFunds } from '#features/billing/add-funds-request.ts';
import { paymentStore } from '#features/billing/attempt/attempt-store.ts';
import { creationStore } from '#features/wizard/creation/attempt-store.ts';
import { forgetSettings } from './settings.ts';

/** Takes back what a page keeps in its modules and its document: tests share them, and each is to find a page just opened. */
export function freshPage(): void {
  closeAddFunds();
  closeWizard();
  withdrawLogOut();
  paymentStore.setAsking(false);
  creationStore.setAsking(false);
  setSyncStatus(null);
  forgetSettings();
  document.body.replaceChildren();
  for (const script of document.head.querySelectorAll('script')) script.remove();
  document.documentElement.removeAttribute('data-mantine-color-scheme');
  localStorage.clear();
  sessionStorage.clear();
}
