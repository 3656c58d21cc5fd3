import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatCount } from '#domain/money/money.ts';
import { ButtonRow } from '#ui/controls/ButtonRow.tsx';
import { ProgressBar } from '#ui/states/ProgressBar.tsx';
import classes from './Export.module.css';
import type { Progress } from './read-all-posts.ts';
import { postsText } from './say.tsx';

/** Exports shorter than this show no dialog, ms. */
const timeoutMs = 500;

/** True once something has been running long enough to need feedback. */
function useIsLong(goesOn: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(() => setIsLong(true), timeoutMs);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [goesOn]);
  return goesOn && isLong;
}

interface Props {
  goesOn: boolean;
  /** Null until the first page has loaded. */
  progress: Progress | null;
  onCancel: () => void;
}

/** Progress of a long export, with a button to cancel it. */
export function ExportProgressDialog({ goesOn, progress, onCancel }: Props) {
  const isLong = useIsLong(goesOn);
  return (
    <Modal
      closeOnClickOutside={false}
      onClose={onCancel}
      opened={isLong}
      title="Exporting posts"
      withCloseButton={false}
    >
      {progress === null ? <p className={classes.text}>Preparing the export…</p> : <Bar {...progress} />}
      <ButtonRow isApart>
        <Button onClick={onCancel} variant="default">
          Cancel
        </Button>
      </ButtonRow>
    </Modal>
  );
}

function Bar({ done, total }: Progress) {
  const text = `${formatCount(done)} of ${postsText(total)}`;
  return (
    <>
      <ProgressBar
        label={`Export, ${text}`}
        percent={total > 0 ? Math.floor((done / total) * 100) : 100}
        size="thick"
      />
      <p className={classes.text}>{text}</p>
    </>
  );
}
