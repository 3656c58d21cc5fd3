import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { apiUrl } from '#api/app-settings.ts';
import { call } from '#api/client.ts';
import { messageOf } from '#api/error.ts';
import { useOnline } from '#api/sync-status.ts';
import { linkOriginal, type Offer } from '#contract/brand/offer.ts';
import { sizeText } from '#domain/drafts/file-size.ts';
import { toastError } from '#ui/toasts/toast.tsx';
import classes from './Original.module.css';

/** The draft as recorded by the creator's device, for the brand that has approved it. */
export function Original({ offerId, original }: { offerId: string; original: NonNullable<Offer['original']> }) {
  const online = useOnline();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await call(linkOriginal, { params: { id: offerId }, body: {} })).data,
    onSuccess: (link) => link && download(apiUrl(link.path)),
    onError: (error) =>
      toastError('Couldn’t download the original.', { detail: messageOf(error), id: 'download-original' }),
  });
  return (
    <section aria-label="Original" className={classes.original}>
      <div className={classes.about}>
        <h3>Original</h3>
        <p className={classes.name}>{original.name}</p>
        <p className={classes.note}>
          {online
            ? `${sizeText(original.sizeBytes)}, as recorded. You approved a smaller copy.`
            : `${sizeText(original.sizeBytes)}. Reconnect to download it.`}
        </p>
      </div>
      <Button disabled={!online} loading={isPending} onClick={() => mutate()} variant="default">
        Download original
      </Button>
    </section>
  );
}

/**
 * Downloads a file. Navigating to it would replace an installed app's page, but a link with `download` never navigates.
 */
function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
