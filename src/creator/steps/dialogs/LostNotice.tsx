import { Notice } from '#creator/parts/Notice.tsx';
import { isOfPickedFile } from '#creator/upload/fingerprint.ts';

/** Asks the creator to pick a partly uploaded video again, since this browser no longer has it. */
export const LostNotice = ({
  upload: { name, fingerprint },
}: {
  upload: { name: string; fingerprint: string | null };
}) => (
  <Notice icon="info" tone="amber">
    {isOfPickedFile(fingerprint)
      ? `${name} is partly uploaded. Choose the same video again to continue where it stopped.`
      : `The upload of ${name} was interrupted. Choose the video again to start over.`}
  </Notice>
);
