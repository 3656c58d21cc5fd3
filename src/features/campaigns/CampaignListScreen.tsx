import { useState } from 'react';
import { openWizard } from '#app/shell/wizard-request.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { OnceOpened } from '#ui/loading/OnceOpened.tsx';
import { Icon } from '#ui/media/icons.tsx';
import { PageTitle } from '#ui/text/PageTitle.tsx';
import classes from './CampaignListScreen.module.css';
import { CampaignFilter } from './list/CampaignFilter.tsx';
import { CampaignList } from './list/CampaignList.tsx';
import { useRememberedPlace } from './list-place.ts';
import type { CampaignFilterKey } from './queries.ts';

const ArchiveDialog = lazyPart(async () => (await import('./ArchiveDialog.tsx')).ArchiveDialog);

interface Props {
  filter: CampaignFilterKey;
  onFilterChange: (filter: CampaignFilterKey) => void;
}

const createNew = () => openWizard({ kind: 'new' });

/** All campaigns matching a filter, as cards with infinite scrolling. */
export function CampaignListScreen({ filter, onFilterChange }: Props) {
  useRememberedPlace();
  const [archiving, setArchiving] = useState<Campaign | null>(null);
  return (
    <>
      <header className={classes.header}>
        <PageTitle title="Campaigns" />
        <CampaignFilter filter={filter} onChange={onFilterChange} />
        <button aria-label="New Campaign" className={classes.create} onClick={createNew} type="button">
          <Icon name="plus" size={22} />
        </button>
      </header>
      <CampaignList filter={filter} onArchive={setArchiving} onCreate={createNew} />
      <OnceOpened opened={archiving !== null}>
        {(opened) => (
          <ArchiveDialog
            campaign={opened ? archiving : null}
            onArchived={() => undefined}
            onClose={() => setArchiving(null)}
          />
        )}
      </OnceOpened>
    </>
  );
}
