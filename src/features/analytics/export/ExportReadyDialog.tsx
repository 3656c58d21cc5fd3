import { Button, Modal } from '@mantine/core';
import { ButtonRow } from '#ui/controls/ButtonRow.tsx';
import classes from './Export.module.css';
import { FileAge } from './FileAge.tsx';
import { postsText } from './say.tsx';
import type { ExportedFile } from './use-export.ts';

interface Props {
  opened: boolean;
  exported: ExportedFile | null;
  onShare: (exported: ExportedFile) => void;
  onSave: (exported: ExportedFile) => void;
  onClose: () => void;
}

/** Asks for another tap when an export took longer than the browser's user activation lasts. */
export function ExportReadyDialog({ opened, exported, onShare, onSave, onClose }: Props) {
  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
      onClose={onClose}
      opened={opened}
      title="Your export is ready"
    >
      {exported && (
        <>
          <p className={classes.name}>{exported.file.name}</p>
          <p className={classes.text}>
            {postsText(exported.count)}.{' '}
            {exported.storedAt && <FileAge period={exported.period} storedAt={exported.storedAt} />}
          </p>
          <ButtonRow isApart>
            <Button onClick={() => onSave(exported)} variant="default">
              Download
            </Button>
            <Button onClick={() => onShare(exported)}>Share</Button>
          </ButtonRow>
        </>
      )}
    </Modal>
  );
}
