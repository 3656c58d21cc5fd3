import { useSettling } from '#app/attempts/use-settling.ts';
import { useWizardRequest } from '#app/shell/wizard-request.ts';
import { creations } from './creations.ts';
import { useConclude } from './use-conclude.ts';

/** Finds out by itself whether a campaign was made whose answer was lost, and says so. Shows nothing. */
export function CreationWatch() {
  const conclude = useConclude();
  const isOpen = useWizardRequest() !== null;
  useSettling(creations, { onKnown: (outcome, attempt) => conclude(attempt, outcome, isOpen) });
  return null;
}
