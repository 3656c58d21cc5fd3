import { Button, FileButton } from '@mantine/core';
import { maxUploadBytes, maxVideoMs } from '#contract/creator/draft-uploads.ts';

interface Props {
  label: string;
  disabled?: boolean;
  size?: 'sm';
  onPick: (file: File | null) => void;
}

/** Video limits, shown before one is picked. */
export const videoLimits = `MP4, MOV or WebM, up to ${maxVideoMs / 60_000} minutes and ${maxUploadBytes / 1_000_000_000} GB.`;

/** Opens the device's video picker. */
export const VideoButton = ({ label, disabled = false, onPick, ...look }: Props) => (
  <FileButton accept="video/*" onChange={onPick}>
    {(props) => (
      <Button {...props} {...look} disabled={disabled} variant="default">
        {label}
      </Button>
    )}
  </FileButton>
);
