import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { type InboxFilter, inboxKinds } from '#domain/review/review-inbox.ts';
import classes from '../InboxScreen.module.css';

interface Props {
  filter: InboxFilter;
  /** Campaigns with submissions, sorted by title. */
  campaigns: readonly { id: string; title: string; count: number }[];
  onChange: (filter: InboxFilter) => void;
}

/** Filters of the inbox: text, kind and campaign. */
export function InboxFilters({ filter, campaigns, onChange }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the oldest browsers that we support don’t know `search`
    <form className={classes.filters} onSubmit={(event) => event.preventDefault()} role="search">
      <TextInput
        aria-label="Search by creator or campaign"
        className={classes.words ?? ''}
        onChange={({ currentTarget }) => onChange({ ...filter, text: currentTarget.value })}
        placeholder="Creator or campaign"
        rightSection={
          filter.text === '' ? null : (
            <CloseButton aria-label="Clear search" onClick={() => onChange({ ...filter, text: '' })} />
          )
        }
        type="search"
        value={filter.text}
      />
      <NativeSelect
        aria-label="Kind of submission"
        data={inboxKinds.map(({ key, label }) => ({ value: key, label }))}
        onChange={({ currentTarget }) =>
          onChange({ ...filter, kind: inboxKinds.find(({ key }) => key === currentTarget.value)?.key ?? filter.kind })
        }
        value={filter.kind}
      />
      <NativeSelect
        aria-label="Campaign"
        data={[
          { value: '', label: 'All campaigns' },
          ...campaigns.map(({ id, title, count }) => ({ value: id, label: `${title} (${count})` })),
        ]}
        onChange={({ currentTarget }) => onChange({ ...filter, campaignId: currentTarget.value || undefined })}
        value={filter.campaignId ?? ''}
      />
    </form>
  );
}
