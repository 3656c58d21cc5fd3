import { setSyncStatus } from '#api/sync-status.ts';
import { withdrawLogOut } from '#app/log-out-request.ts';
import { closeWizard } from '#app/wizard-request.ts';
import { closeAddFunds } from '#features/billing/add-funds-request.ts';
import { paymentStore } from '#features/billing/attempt/attempt-store.ts';
import { creationStore } from '#features/wizard/creation/attempt-store.ts';
import { forgetSettings } from './settings.ts';

/** Resets the state that a page keeps in modules and in its document: tests share both, and each must start with a new page. */
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
