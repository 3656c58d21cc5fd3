import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { call } from '#api/client.ts';
import { messageOf } from '#api/error.ts';
import { useOnline } from '#api/sync-status.ts';
import { useUnsavedWarning } from '#app/intents/unsaved.ts';
import { setQueryResponse } from '#app/queries/write-queries.ts';
import { type BillingDetails, updateBrand } from '#contract/brand/brand.ts';
import { maxBillingDetailsLength } from '#contract/wire/bounds.ts';
import { longText, text } from '#contract/wire/primitives.ts';
import { brandQuery } from '#features/auth/public.ts';
import { Section } from '#ui/text/Section.tsx';
import { toastError, toastSuccess } from '#ui/toasts/toast.tsx';
import { useErrorToast } from '#ui/toasts/use-error-toast.ts';
import classes from '../Settings.module.css';

const formSchema = v.object({
  companyName: text(maxBillingDetailsLength.companyName, 0, 'Company name'),
  address: longText(maxBillingDetailsLength.address, 0, 'Address'),
  taxNumber: text(maxBillingDetailsLength.taxNumber, 0, 'Tax number'),
});
type Form = v.InferOutput<typeof formSchema>;

const formOf = ({ companyName, address, taxNumber }: BillingDetails): Form => ({
  companyName: companyName ?? '',
  address: address ?? '',
  taxNumber: taxNumber ?? '',
});

const detailsOf = ({ companyName, address, taxNumber }: Form): BillingDetails => ({
  companyName: companyName || null,
  address: address || null,
  taxNumber: taxNumber || null,
});

/** The company's details on statements and receipts. All are optional. */
export function BillingDetailsForm({ details }: { details: BillingDetails }) {
  const queryClient = useQueryClient();
  const online = useOnline();
  const { register, handleSubmit, formState, reset } = useForm<Form>({
    resolver: valibotResolver(formSchema),
    values: formOf(details),
    // Changes from another device are applied, except to fields with unsaved edits.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const { errors, isDirty } = formState;
  useUnsavedWarning(isDirty);
  const hideError = useErrorToast('billing-details');
  const save = useMutation({
    onMutate: hideError,
    mutationFn: (form: Form) => call(updateBrand, { body: { billingDetails: detailsOf(form) } }),
    onSuccess: ({ data }) => {
      setQueryResponse(queryClient, brandQuery().queryKey, data);
      reset(formOf(data.billingDetails ?? details));
      toastSuccess('Your billing details have been updated.', { id: 'billing-details' });
    },
    onError: (error) => toastError('Failed to update brand', { detail: messageOf(error), id: 'billing-details' }),
  });
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((form) => save.mutate(form))(event)}>
      <Section title="Billing details">
        <p className={classes.faint}>These details appear on your statements and receipts. All of them are optional.</p>
        <TextInput
          autoComplete="organization"
          error={errors.companyName?.message}
          label="Company name"
          {...register('companyName')}
        />
        <Textarea
          autoComplete="street-address"
          autosize
          error={errors.address?.message}
          label="Address"
          maxRows={8}
          minRows={3}
          {...register('address')}
        />
        <TextInput
          autoCapitalize="characters"
          autoComplete="off"
          error={errors.taxNumber?.message}
          label="Tax number"
          spellCheck={false}
          {...register('taxNumber')}
        />
        <div className={classes.save}>
          <p role="status">{online ? '' : 'You’re offline. Your changes stay here until you can save them.'}</p>
          <Button disabled={!online} loading={save.isPending} type="submit" variant="default">
            Save billing details
          </Button>
        </div>
      </Section>
    </form>
  );
}
