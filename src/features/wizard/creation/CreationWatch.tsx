import { useResolveAttempt } from '#app/attempts/use-resolve-attempt.ts';
import { useWizardRequest } from '#app/shell/wizard-request.ts';
import { creations } from './creations.ts';
import { useReportCreation } from './use-report-creation.ts';

/** Resolves the outcome of a creation whose response was lost, and reports it. Renders nothing. */
export function CreationWatch() {
  const conclude = useReportCreation();
  const isOpen = useWizardRequest() !== null;
  useResolveAttempt(creations, { onKnown: (outcome, attempt) => conclude(attempt, outcome, isOpen) });
  return null;
}
