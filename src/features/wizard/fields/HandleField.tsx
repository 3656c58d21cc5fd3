import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/client.ts';
import { setQueryResponse } from '#app/queries/write-queries.ts';
import { updateBrand } from '#contract/brand/brand.ts';
import { type OfferedPlatform, stripHandle, toStoredHandle } from '#domain/posts/handles.ts';
import { brandQuery } from '#features/auth/public.ts';
import { HandleInput } from '#ui/controls/HandleInput.tsx';
import { hideToast, toastError, toastSuccess } from '#ui/toasts/toast.tsx';
import { handleRequired } from '../creation/problems.ts';
import classes from './Fields.module.css';

interface Props {
  platform: OfferedPlatform;
  label: string;
  brandField: 'tikTokHandle' | 'youtubeHandle' | 'instagramHandle' | 'facebookHandle';
  typed: string;
  online: boolean;
  onChange: (typed: string) => void;
}

const longest = 60;
const toastId = 'wizard-handle';

/** Field for the brand's handle on a platform that has none yet; saved on the brand immediately. */
export function HandleField({ platform, label, brandField, typed, online, onChange }: Props) {
  const client = useQueryClient();
  const [isRequired, setRequired] = useState(false);
  const { mutate, isPending } = useMutation({
    onMutate: () => hideToast(toastId),
    mutationFn: async (handle: string) => (await call(updateBrand, { body: { [brandField]: handle } })).data,
    onSuccess: (brand) => {
      setQueryResponse(client, brandQuery().queryKey, brand);
      toastSuccess(`${label} username saved`, { id: toastId });
    },
    onError: () => toastError('Something went wrong. Please try again.', { id: toastId }),
  });
  const handle = toStoredHandle(platform, typed);
  function save() {
    setRequired(handle === null);
    if (handle !== null && handle.length <= longest && online && !isPending) mutate(handle);
  }
  return (
    <div className={classes.handle}>
      <HandleInput
        error={
          handle !== null && handle.length > longest
            ? `Usernames can have at most ${longest} characters`
            : isRequired && handle === null && handleRequired(label)
        }
        label={`${label} username`}
        onBlur={() => setRequired(handle === null)}
        onChange={(given) => onChange(stripHandle(platform, given))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter would submit the whole step.
          event.preventDefault();
          save();
        }}
        platform={platform}
        value={typed}
      />
      <Button disabled={!online} loading={isPending} onClick={save} variant="default">
        Save
      </Button>
    </div>
  );
}
