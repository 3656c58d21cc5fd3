import { useMutation } from '@tanstack/react-query';
import type { Brand, Tag } from '#contract/brand/brand.ts';
import type { Flags } from '#domain/campaigns/flags.ts';
import { hideToast, toastError } from '#ui/toasts/toast.tsx';
import type { DraftFields } from '../draft/draft.ts';
import type { WizardStep } from '../wizard-steps.ts';
import { creationOf } from './creation.ts';
import { attemptAt, creations } from './creations.ts';
import { firstInvalidStep } from './problems.ts';
import { useReportCreation } from './use-report-creation.ts';

interface Options {
  brand: Brand;
  flags: Flags;
  tags: readonly Tag[];
  slot: string;
  replacesCampaignId: string | null;
}

/** Creates a campaign from a draft, once its fields are valid. */
export function useCreate({ brand, flags, tags, slot, replacesCampaignId }: Options) {
  const conclude = useReportCreation();
  const { mutate, isPending } = useMutation({
    onMutate: () => hideToast('create-campaign'),
    mutationFn: async ({ fields, now }: { fields: DraftFields; now: Date }) => {
      const attempt = attemptAt(brand.id, slot, creationOf(fields, { tags, replacesCampaignId, now }));
      return { attempt, outcome: await creations.begin(attempt) };
    },
    retry: false,
    onSuccess: ({ attempt, outcome }) => outcome.kind !== 'unknown' && conclude(attempt, outcome, true),
    // This fails only if the device can't store the attempt; nothing was sent then.
    onError: () => toastError('Create campaign failed', { detail: 'Please try again', id: 'create-campaign' }),
  });

  /** Returns the first step with errors; null if there are none, and the draft is being sent. */
  function create(fields: DraftFields): WizardStep | null {
    const now = new Date();
    const wrong = firstInvalidStep(fields, { brand, flags, tags, now });
    if (wrong === null) mutate({ fields, now });
    return wrong;
  }
  return { create, busy: isPending };
}
