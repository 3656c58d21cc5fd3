import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Button, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { sendToWorker } from '#api/worker-link.ts';
import { useKeptDrafts } from '#app/device/kept-drafts.ts';
import type { DownloadPolicy, KeptDrafts } from '#contract/worker/kept-drafts.ts';
import { downloadPolicies } from '#contract/worker/kept-drafts.ts';
import type { PageMessage } from '#contract/worker/worker-message.ts';
import { sizeText } from '#domain/drafts/file-size.ts';
import { Section } from '#ui/text/Section.tsx';
import { toastError } from '#ui/toasts/toast.tsx';
import classes from '../Settings.module.css';

const labels: Record<DownloadPolicy, string> = {
  always: 'On any connection',
  wifi: 'On Wi-Fi only',
  never: 'Never',
};

const plural = (count: number) => `${count} ${count === 1 ? 'video' : 'videos'}`;

function noteOn({ savesData, tellsNetwork, policy }: KeptDrafts): string | null {
  if (savesData) return 'Your browser is set to save data, so drafts aren’t downloaded.';
  if (tellsNetwork) return null;
  return policy === 'wifi'
    ? 'Afield can’t detect Wi-Fi in this browser, so drafts aren’t downloaded.'
    : 'Afield can’t detect Wi-Fi in this browser.';
}

/** Settings for downloading drafts for offline viewing, with the number and size of those stored. */
export function DraftDownloads() {
  const kept = useKeptDrafts();
  const change = useMutation({
    mutationFn: async (message: PageMessage) => {
      const reply = await sendToWorker(message);
      if (!reply?.ok) throw new Error('The worker did not do it');
    },
    networkMode: 'always',
    retry: false,
    onError: () => toastError('Couldn’t save this setting. Please try again.', { id: 'downloads' }),
  });
  // Show the choice immediately; the worker's report follows.
  const chosen = change.isPending && change.variables.type === 'set-downloads' ? change.variables.policy : kept?.policy;
  if (kept === null || chosen === undefined) return null;
  const note = noteOn(kept);
  const choose = (value: string) => {
    const policy = downloadPolicies.find((each) => each === value);
    if (policy !== undefined) change.mutate({ type: 'set-downloads', policy });
  };
  return (
    <Section title="Drafts on this device">
      <p className={classes.faint}>
        Drafts to review are downloaded so that you can watch them offline. The ones that have waited longest come
        first.
      </p>
      <SegmentedControl
        aria-label="Download drafts"
        classNames={{ label: classes.policy ?? '', innerLabel: classes.policy ?? '' }}
        data={downloadPolicies.map((policy) => ({ value: policy, label: labels[policy] }))}
        fullWidth
        onChange={choose}
        orientation="vertical"
        size="md"
        value={chosen}
      />
      {note !== null && <p className={classes.faint}>{note}</p>}
      <p>
        {kept.keptBytes === 0
          ? 'No drafts are on this device.'
          : `${plural(kept.keptCount)}, ${sizeText(kept.keptBytes)}`}
      </p>
      {kept.keptBytes > 0 && (
        <div className={classes.buttons}>
          <Button
            loading={change.isPending && change.variables.type === 'remove-downloads'}
            onClick={() => change.mutate({ type: 'remove-downloads' })}
            variant="default"
          >
            Remove downloads
          </Button>
        </div>
      )}
      {kept.keptBytes > 0 && <p className={classes.faint}>Removing downloads also sets this to “Never”.</p>}
    </Section>
  );
}
