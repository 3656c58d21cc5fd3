import { valibotResolver } from '@hookform/resolvers/valibot';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { toStoredAddress, withoutScheme } from '#domain/posts/web-address.ts';
import { readTypedValues, usePersistTyped } from '../draft.ts';
import { storeLocatorSchema } from '../forms.ts';
import { AddressInput } from './AddressInput.tsx';
import { StepFrame } from './StepFrame.tsx';
import { type StepProps, useStep } from './use-step.ts';

/** URL of the brand's store locator; brands that only sell online have none. */
export function StoreLocatorStep({ brand, onBack, onDone }: StepProps) {
  const { save, busy } = useStep(
    { brand, onDone },
    { step: 'storeLocatorUrl', failure: 'Failed to update store locator URL.' },
  );
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(storeLocatorSchema),
    defaultValues: {
      storeLocatorUrl: readTypedValues(brand.id).storeLocatorUrl ?? withoutScheme(brand.storeLocatorUrl ?? ''),
    },
  });
  const storeLocatorUrl = useWatch({ control, name: 'storeLocatorUrl' });
  usePersistTyped(brand.id, { storeLocatorUrl });
  return (
    <StepFrame
      busy={busy}
      lead="Link to a page that shows where to buy your products, or leave this empty."
      next={storeLocatorUrl.trim() === '' ? 'Skip' : 'Next'}
      onBack={onBack}
      onSubmit={() => void handleSubmit((typed) => save({ storeLocatorUrl: toStoredAddress(typed.storeLocatorUrl) }))()}
      step="storeLocatorUrl"
      title="Do you sell in stores?"
    >
      <Controller
        control={control}
        name="storeLocatorUrl"
        render={({ field, fieldState }) => (
          <AddressInput
            description="Optional"
            error={fieldState.error?.message}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            label="Store locator URL"
            placeholder="www.example.com/stores"
            {...field}
          />
        )}
      />
    </StepFrame>
  );
}
