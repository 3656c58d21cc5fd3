import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, useCombobox } from '@mantine/core';
import { useState } from 'react';
import type { AnalyticsScope } from '../queries.ts';
import { allCampaigns } from './all-campaigns.ts';
import { CampaignOptions } from './CampaignOptions.tsx';
import classes from './CampaignPicker.module.css';
import { PickerButton } from './PickerButton.tsx';

interface Props {
  scope: AnalyticsScope;
  /** Null for all campaigns. */
  onPick: (campaignId: string | null) => void;
}

/** Picker for one campaign or all: a searchable list with infinite scrolling. */
export function CampaignPicker({ scope, onPick }: Props) {
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
    },
  });
  const current = scope.kind === 'brand' ? allCampaigns : scope.campaignId;
  return (
    <Combobox
      onOptionSubmit={(value) => {
        combobox.closeDropdown();
        if (value !== current) onPick(value === allCampaigns ? null : value);
      }}
      position="bottom-start"
      radius="md"
      shadow="md"
      store={combobox}
      width="min(22rem, calc(100vw - 2rem))"
    >
      <Combobox.Target targetType="button">
        <PickerButton
          icon="campaigns"
          label="Campaign"
          onClick={() => combobox.toggleDropdown()}
          value={scope.kind === 'brand' ? 'All Campaigns' : scope.name}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label="Search campaigns"
          className={classes.search ?? ''}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            combobox.resetSelectedOption();
          }}
          placeholder="Search campaigns"
          value={search}
        />
        {combobox.dropdownOpened && <CampaignOptions current={current} search={search} />}
      </Combobox.Dropdown>
    </Combobox>
  );
}
