import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { ApiError } from '#api/error.ts';
import { setQueryResponse } from '#app/queries/write-queries.ts';
import { type Brand, type BrandUpdate, type OnboardingStep, onboardBrand, updateBrand } from '#contract/brand/brand.ts';
import { entriesOf } from '#domain/shared/keys.ts';
import { brandQuery } from '#features/auth/public.ts';
import { toastError } from '#ui/toasts/toast.tsx';
import { useErrorToast } from '#ui/toasts/use-error-toast.ts';
import { dropTyped } from '../draft.ts';

export interface StepProps {
  brand: Brand;
  onBack: () => void;
  onDone: () => void;
}

type Fields = Omit<BrandUpdate, 'onboarding'>;

interface Options {
  step: OnboardingStep;
  /** Title of the toast after a failure. */
  failure: string;
  /**
   * Called to show the server's refusal if a retry can't help.
   * @returns true if it was shown
   */
  onRefused?: (error: ApiError) => boolean;
}

/** The completed steps including this one, since the server may replace the whole map. */
function doneWith({ onboarding }: Brand, step: OnboardingStep): NonNullable<BrandUpdate['onboarding']> {
  const done: NonNullable<BrandUpdate['onboarding']> = { [step]: true };
  for (const [name, isDone] of entriesOf(onboarding)) if (isDone) done[name] = true;
  return done;
}

/**
 * Saves a step's fields and its flag in one request, so that a lost response can't leave one without the other.
 * Retrying is safe.
 */
export function useStep(
  { brand, onDone }: Pick<StepProps, 'brand' | 'onDone'>,
  { step, failure, onRefused = () => false }: Options,
) {
  const client = useQueryClient();
  const hideError = useErrorToast('onboarding');
  const { mutate, isPending } = useMutation({
    onMutate: hideError,
    mutationFn: async (given: Fields | (() => Promise<Fields>)) => {
      const fields = typeof given === 'function' ? await given() : given;
      const onboarding = doneWith(brand, step);
      const { data } =
        Object.keys(fields).length === 0
          ? await call(onboardBrand, { body: { onboarding } })
          : await call(updateBrand, { body: { ...fields, onboarding } });
      dropTyped(brand.id, Object.keys(fields));
      return data;
    },
    onSuccess: (data) => {
      setQueryResponse(client, brandQuery().queryKey, data);
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && onRefused(error)) return;
      toastError(failure, { detail: 'Please try again.', id: 'onboarding' });
    },
  });

  /** Continues without a request if nothing has changed since the step was completed. */
  function save(given: Fields | (() => Promise<Fields>)): void {
    const isSame =
      typeof given === 'object' &&
      entriesOf(given).every(([field, value]) => brand[field] === value) &&
      brand.onboarding[step] === true;
    if (isSame) onDone();
    else mutate(given);
  }
  return { save, busy: isPending };
}
