import { sizeText } from '#domain/file-size.ts';
import { Notice } from '../parts/Notice.tsx';

interface Props {
  brandName: string;
  /** Length of the picked file; null before. */
  sizeBytes: number | null;
}

/** Says, before a video is sent, what else its brand may have of it. */
export const OriginalNotice = ({ brandName, sizeBytes }: Props) => (
  <Notice icon="info">
    {brandName} asks for the original, too: the file as your device recorded it follows your draft, with all that was
    written into it, such as the place. {brandName} may download it once it has approved the draft. It uses your data
    {sizeBytes === null ? '.' : `: ${sizeText(sizeBytes)}.`}
  </Notice>
);
