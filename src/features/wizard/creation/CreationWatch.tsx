import { useSettling } from '#app/attempts/use-settling.ts';
import { useWizardRequest } from '#app/shell/wizard-request.ts';
import { creations } from './creations.ts';
import { useConclude } from './use-conclude.ts';

/** Resolves the outcome of a creation whose response was lost, and reports it. Renders nothing. */
export function CreationWatch() {
  const conclude = useConclude();
  const isOpen = useWizardRequest() !== null;
  useSettling(creations, { onKnown: (outcome, attempt) => conclude(attempt, outcome, isOpen) });
  return null;
}
