import { Button, FileButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '#api/client.ts';
import { messageOf } from '#api/error.ts';
import { useOnline } from '#api/sync-status.ts';
import { uploadFile } from '#api/upload.ts';
import { setQueryResponse } from '#app/queries/write-queries.ts';
import { type Brand, updateBrand } from '#contract/brand/brand.ts';
import { brandQuery } from '#features/auth/public.ts';
import { Avatar } from '#ui/media/Avatar.tsx';
import { Section } from '#ui/text/Section.tsx';
import { toastError, toastSuccess } from '#ui/toasts/toast.tsx';
import { useErrorToast } from '#ui/toasts/use-error-toast.ts';
import classes from './Settings.module.css';

const types = ['image/png', 'image/jpeg', 'image/jpg'];
const maxBytes = 5_242_880;

/** Value for a file input's `accept`. */
const acceptedIcons = types.join(',');

/** The reason why the files can't be used; null if they can. */
function iconProblem(files: readonly File[]): string | null {
  if (files.length > 1) return 'You can only upload up to 1 files';
  if (files.some(({ type }) => !types.includes(type.toLowerCase()))) return 'File is not supported';
  return files.some(({ size }) => size > maxBytes) ? 'File is too large' : null;
}

/** The picture beside the brand's name; changes apply immediately, without Save. */
export function BrandIcon({ brand }: { brand: Brand }) {
  const online = useOnline();
  const queryClient = useQueryClient();
  const reset = useRef<() => void>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const hideError = useErrorToast('icon');
  const change = useMutation({
    onMutate: hideError,
    mutationFn: async (file: File | null) => {
      const iconUrl = file === null ? null : (await uploadFile('brand/profile-picture/', file)).url;
      return (await call(updateBrand, { body: { iconUrl } })).data;
    },
    onSuccess: (changed) => {
      setQueryResponse(queryClient, brandQuery().queryKey, changed);
      toastSuccess('Your profile has been updated.', { id: 'icon' });
    },
    onError: (error) => toastError('Failed to update brand', { detail: messageOf(error), id: 'icon' }),
  });

  function choose(file: File | null) {
    if (file === null) return;
    // Without this, choosing the same file again wouldn't fire a change event.
    reset.current?.();
    const wrong = iconProblem([file]);
    setProblem(wrong);
    if (wrong === null) change.mutate(file);
  }

  return (
    <Section title="Brand icon">
      <div className={classes.icon}>
        <Avatar name={brand.name} shape="square" size={72} src={brand.iconUrl} />
        <div>
          <div className={classes.buttons}>
            <FileButton accept={acceptedIcons} onChange={choose} resetRef={reset}>
              {(props) => (
                <Button {...props} disabled={!online} loading={change.isPending} variant="default">
                  Upload Photo
                </Button>
              )}
            </FileButton>
            {brand.iconUrl !== null && (
              <Button
                color="red"
                disabled={!online || change.isPending}
                onClick={() => change.mutate(null)}
                variant="outline"
              >
                Remove
              </Button>
            )}
          </div>
          {problem === null ? (
            <p className={classes.faint}>
              {online ? 'PNG or JPEG, up to 5 MB' : 'Connect to the internet to change the icon.'}
            </p>
          ) : (
            <p className={classes.problem} role="alert">
              {problem}
            </p>
          )}
        </div>
      </div>
    </Section>
  );
}
