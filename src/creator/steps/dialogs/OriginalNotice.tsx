import { Notice } from '#creator/parts/Notice.tsx';
import { sizeText } from '#domain/drafts/file-size.ts';

interface Props {
  brandName: string;
  /** Size of the picked file; null before one is picked. */
  sizeBytes: number | null;
}

/** Warns before a video is sent that the brand also receives the original. */
export const OriginalNotice = ({ brandName, sizeBytes }: Props) => (
  <Notice icon="info">
    {brandName} also asks for the original file. It’s uploaded after your draft, and includes metadata such as the place
    where you filmed. {brandName} can download it after approving your draft.
    {sizeBytes !== null && ` The upload uses ${sizeText(sizeBytes)} of data.`}
  </Notice>
);
