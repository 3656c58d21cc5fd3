import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Control, Controller, useForm, useFormState } from 'react-hook-form';
import { call } from '#api/client.ts';
import { messageOf } from '#api/error.ts';
import { useOnline } from '#api/sync-status.ts';
import { useUnsavedWarning } from '#app/intents/unsaved.ts';
import { setQueryResponse } from '#app/queries/write-queries.ts';
import { type Brand, updateBrand } from '#contract/brand/brand.ts';
import { offeredPlatforms, stripHandle } from '#domain/posts/handles.ts';
import { withoutScheme } from '#domain/posts/web-address.ts';
import { limits } from '#domain/shared/limits.ts';
import { brandQuery } from '#features/auth/public.ts';
import { HandleInput, HandleInputs } from '#ui/controls/HandleInput.tsx';
import { Section } from '#ui/text/Section.tsx';
import { toastError, toastSuccess } from '#ui/toasts/toast.tsx';
import { useErrorToast } from '#ui/toasts/use-error-toast.ts';
import { type Profile, profileOf, profileSchema, toUpdate } from './profile-form.ts';
import classes from './Settings.module.css';

/** The brand's handles on the platforms; at least one. Characters that a handle can't contain are dropped. */
function HandleFields({ control }: { control: Control<Profile> }) {
  const { errors } = useFormState({ control });
  return (
    <HandleInputs>
      {offeredPlatforms.map(({ platform, label, field }) => (
        <Controller
          control={control}
          key={field}
          name={field}
          render={({ field: input }) => (
            <HandleInput
              {...input}
              error={errors[field]?.message}
              label={label}
              onChange={(typed) => input.onChange(stripHandle(platform, typed))}
              platform={platform}
            />
          )}
        />
      ))}
    </HandleInputs>
  );
}

interface AddressFieldProps {
  control: Control<Profile>;
  name: 'brandUrl' | 'storeLocatorUrl';
  label: string;
  autoComplete?: string;
}

/** Field for a URL after a fixed `https://`, which is removed from pasted text. */
function AddressField({ control, name, label, autoComplete = 'off' }: AddressFieldProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextInput
          autoCapitalize="none"
          autoComplete={autoComplete}
          error={fieldState.error?.message}
          inputMode="url"
          label={label}
          leftSection={<span className={classes.prefix}>https://</span>}
          leftSectionWidth={76}
          spellCheck={false}
          {...field}
          onChange={({ currentTarget }) => field.onChange(withoutScheme(currentTarget.value))}
        />
      )}
    />
  );
}

interface ToggleFieldProps {
  control: Control<Profile>;
  name: 'postNotificationsEnabled' | 'loginNotificationsEnabled';
  label: string;
  description: string;
}

/** Switch for one kind of email. */
function ToggleField({ control, name, label, description }: ToggleFieldProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, ...field } }) => (
        <Switch aria-label={label} checked={value} description={description} label={label} {...field} />
      )}
    />
  );
}

/** The brand's profile as creators and the provider see it, and its email settings. */
export function ProfileForm({ brand }: { brand: Brand }) {
  const queryClient = useQueryClient();
  const online = useOnline();
  const { register, control, handleSubmit, formState, reset, watch } = useForm<Profile>({
    resolver: valibotResolver(profileSchema),
    // By default, the check of all handles only runs once all other fields are valid.
    criteriaMode: 'all',
    values: profileOf(brand),
    // Changes from another device are applied, except to fields with unsaved edits.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const { errors, isDirty } = formState;
  useUnsavedWarning(isDirty);
  const hideError = useErrorToast('profile');
  const save = useMutation({
    onMutate: hideError,
    mutationFn: (profile: Profile) => call(updateBrand, { body: toUpdate(profile) }),
    onSuccess: ({ data }) => {
      setQueryResponse(queryClient, brandQuery().queryKey, data);
      reset(profileOf(data));
      toastSuccess('Your profile has been updated.', { id: 'profile' });
    },
    onError: (error) => toastError('Failed to update brand', { detail: messageOf(error), id: 'profile' }),
  });
  const left = limits.description.maxLength - watch('description').length;

  return (
    <form
      className={classes.column}
      noValidate
      onSubmit={(event) => void handleSubmit((profile) => save.mutate(profile))(event)}
    >
      <Section title="Brand">
        <Textarea
          autosize
          description={left >= 0 ? `${left} characters left` : `${-left} characters too many`}
          error={errors.description?.message}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          label="About"
          maxRows={6}
          minRows={3}
          {...register('description')}
        />
        <AddressField autoComplete="url" control={control} label="Website" name="brandUrl" />
        <AddressField control={control} label="Store Locator" name="storeLocatorUrl" />
      </Section>
      <Section title="Social Media">
        <HandleFields control={control} />
      </Section>
      <Section title="Email Notifications">
        <ToggleField
          control={control}
          description="When creators submit drafts or publish posts."
          label="New submissions and posts"
          name="postNotificationsEnabled"
        />
        <ToggleField
          control={control}
          description="When someone logs in to your account."
          label="New logins"
          name="loginNotificationsEnabled"
        />
      </Section>
      <div className={classes.save}>
        <p role="status">{online ? '' : 'You’re offline. Your changes stay here until you can save them.'}</p>
        <Button disabled={!online} loading={save.isPending} type="submit">
          Save
        </Button>
      </div>
    </form>
  );
}
