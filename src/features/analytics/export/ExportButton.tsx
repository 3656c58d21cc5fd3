import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Period } from '#domain/time/period.ts';
import { canShare, download, share } from '#ui/loading/hand-over.ts';
import { Icon } from '#ui/media/icons.tsx';
import { hideToast } from '#ui/toasts/toast.tsx';
import type { AnalyticsScope } from '../queries.ts';
import { ExportProgressDialog } from './ExportProgressDialog.tsx';
import { ExportReadyDialog } from './ExportReadyDialog.tsx';
import { toastExported, toastExportFailed, toastId, toastNothingToExport } from './say.tsx';
import { type ExportedFile, useExport } from './use-export.ts';

interface Props {
  scope: AnalyticsScope;
  period: Period;
}

/** Exports all posts of a period as a CSV file: to the phone's share sheet if possible, otherwise as a download. */
export function ExportButton({ scope, period }: Props) {
  /** A file awaiting a tap: browsers only allow sharing shortly after a user gesture. */
  const [ready, setReady] = useState<ExportedFile | null>(null);
  const [asks, setAsks] = useState(false);
  const save = (exported: ExportedFile) => {
    setAsks(false);
    download(exported.file);
    toastExported(exported);
  };
  const giveToShare = async (exported: ExportedFile) => {
    const outcome = await share(exported.file);
    if (outcome === 'refused') return save(exported);
    setReady(exported);
    setAsks(outcome === 'needs-tap');
    if (outcome === 'shared') toastExported(exported);
  };
  const { start, cancel, isPending, progress } = useExport({
    onMade: (exported) => {
      if (exported.count === 0) toastNothingToExport();
      else if (canShare(exported.file)) void giveToShare(exported);
      else save(exported);
    },
    onFailed: toastExportFailed,
  });
  return (
    <>
      <Button
        leftSection={<Icon name="download" />}
        loading={isPending}
        onClick={() => {
          hideToast(toastId);
          start(scope, period);
        }}
        variant="default"
      >
        Export
      </Button>
      <ExportProgressDialog goesOn={isPending} onCancel={cancel} progress={progress} />
      <ExportReadyDialog
        exported={ready}
        onClose={() => setAsks(false)}
        onSave={save}
        onShare={(exported) => void giveToShare(exported)}
        opened={asks}
      />
    </>
  );
}
