import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOnline } from '#api/sync-status.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { OnceOpened } from '#ui/loading/OnceOpened.tsx';
import { Icon, type IconName } from '#ui/media/icons.tsx';
import { Section } from '#ui/text/Section.tsx';
import { ChangeDialog, type ChangeKind } from './ChangeDialog.tsx';
import { changes } from './changes.ts';
import { offlineText } from './forms/FormEnd.tsx';
import classes from './Manage.module.css';

const looks: Readonly<Record<ChangeKind, { icon: IconName; label: string }>> = {
  'top-up': { icon: 'plus', label: 'Add to budget' },
  extend: { icon: 'calendar', label: 'Extend campaign' },
  pause: { icon: 'pause', label: 'Pause campaign' },
  resume: { icon: 'play', label: 'Resume campaign' },
  end: { icon: 'close', label: 'End campaign' },
};

/** Buttons for changes to a running campaign. */
export function ManageCard({ campaign }: { campaign: Campaign }) {
  const online = useOnline();
  const isChecking = changes.useUnknown() !== null;
  const [kind, setKind] = useState<ChangeKind | null>(null);
  const kinds: ChangeKind[] = [
    ...((campaign.CPMWorker?.budgetCents ?? 0) > 0 ? (['top-up'] as const) : []),
    'extend',
    campaign.pausedAt === undefined ? 'pause' : 'resume',
    'end',
  ];
  return (
    <Section isNarrow title="Manage Campaign">
      <div className={classes.buttons}>
        {kinds.map((each) => (
          <Button
            disabled={isChecking}
            key={each}
            leftSection={<Icon name={looks[each].icon} size={18} />}
            onClick={() => setKind(each)}
            variant="default"
          >
            {looks[each].label}
          </Button>
        ))}
      </div>
      <p className={classes.note} role="status">
        {isChecking ? 'Checking whether your last change was saved…' : online ? '' : offlineText}
      </p>
      <OnceOpened opened={kind !== null}>
        {(opened) => <ChangeDialog campaign={campaign} kind={opened ? kind : null} onClose={() => setKind(null)} />}
      </OnceOpened>
    </Section>
  );
}
