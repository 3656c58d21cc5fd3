import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { reportError } from '#app/reports/error-reports.ts';
import { closeWizard } from '#app/shell/wizard-request.ts';
import { isMendable } from '#domain/intents/classify-response.ts';
import { refreshFunds } from '#features/billing/public.ts';
import { refreshAfterCreation } from '#features/campaigns/public.ts';
import { hideToast, toastError, toastSuccess } from '#ui/toasts/toast.tsx';
import { dropDraft } from '../draft/draft-store.ts';
import type { Attempt, SettledCreation } from './creations.ts';

const toastId = 'create-campaign';

/** Reports an attempt's outcome. The open wizard then navigates to the new campaign. */
export function useReportCreation() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    ({ brandId, slot }: Pick<Attempt, 'brandId' | 'slot'>, outcome: SettledCreation, isOpen: boolean) => {
      hideToast(toastId);
      void refreshFunds(client).catch(() => undefined);
      if (outcome.kind === 'failed') {
        const { error, reason } = outcome;
        // Other errors can only be retried, so they get a generic message.
        const isReasoned = error !== null && isMendable(error);
        toastError('Create campaign failed', { detail: isReasoned ? reason : 'Please try again', id: toastId });
        if (!isReasoned) reportError(error);
        return;
      }
      dropDraft(brandId, slot);
      refreshAfterCreation(client);
      toastSuccess('Campaign created successfully', { id: toastId });
      if (!isOpen) return;
      closeWizard();
      void navigate({ to: '/dashboard/campaigns/$campaignId', params: { campaignId: outcome.done.id } });
    },
    [client, navigate],
  );
}
