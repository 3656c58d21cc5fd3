import { valibotResolver } from '@hookform/resolvers/valibot';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { toStoredAddress, withoutScheme } from '#domain/posts/web-address.ts';
import { readTypedValues, usePersistTyped } from '../draft.ts';
import { websiteSchema } from '../forms.ts';
import { AddressInput } from './AddressInput.tsx';
import { StepFrame } from './StepFrame.tsx';
import { type StepProps, useStep } from './use-step.ts';

/** The website to which creators and their viewers are directed. */
export function WebsiteStep({ brand, onBack, onDone }: StepProps) {
  const { save, busy } = useStep({ brand, onDone }, { step: 'brandUrl', failure: 'Failed to update brand website.' });
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(websiteSchema),
    defaultValues: { brandUrl: readTypedValues(brand.id).brandUrl ?? withoutScheme(brand.brandUrl ?? '') },
  });
  const brandUrl = useWatch({ control, name: 'brandUrl' });
  usePersistTyped(brand.id, { brandUrl });
  return (
    <StepFrame
      busy={busy}
      lead="Creators visit your website before they make a video."
      onBack={onBack}
      onSubmit={() => void handleSubmit((typed) => save({ brandUrl: toStoredAddress(typed.brandUrl) }))()}
      step="brandUrl"
      title="What is your website?"
    >
      <Controller
        control={control}
        name="brandUrl"
        render={({ field, fieldState }) => (
          <AddressInput error={fieldState.error?.message} label="Website" placeholder="www.example.com" {...field} />
        )}
      />
    </StepFrame>
  );
}
