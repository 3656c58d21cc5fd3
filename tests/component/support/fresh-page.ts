import { withdrawLogOut } from '../../../src/api/log-out-request.ts';
import { setSyncStatus } from '../../../src/api/sync-status.ts';
import { closeWizard } from '../../../src/api/wizard-request.ts';
import { closeAddFunds } from '../../../src/features/billing/add-funds-request.ts';
import { setAsking } from '../../../src/features/billing/attempt/attempt-store.ts';
import { setAskingForCreation } from '../../../src/features/wizard/creation/attempt-store.ts';
import { forgetSettings } from './settings.ts';

/** Takes back what a page keeps in its modules and its document: tests share them, and each is to find a page just opened. */
export function freshPage(): void {
  closeAddFunds();
  closeWizard();
  withdrawLogOut();
  setAsking(false);
  setAskingForCreation(false);
  setSyncStatus(null);
  forgetSettings();
  document.body.replaceChildren();
  for (const script of document.head.querySelectorAll('script')) script.remove();
  document.documentElement.removeAttribute('data-mantine-color-scheme');
  localStorage.clear();
  sessionStorage.clear();
}
