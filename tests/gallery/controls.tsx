import { Button } from '@mantine/core';
import { useState } from 'react';
import { FilterMenu } from '#ui/FilterMenu.tsx';
import { HandleInput, HandleInputs } from '#ui/HandleInput.tsx';
import { toastError, toastInfo, toastSuccess } from '#ui/toast.tsx';
import type { Shown } from './Gallery.tsx';

const options = [
  { key: 'all', label: 'All campaigns' },
  { key: 'review', label: 'In review, waiting for a decision of the brand' },
];

function Filter({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  const nothing = () => {};
  return (
    <FilterMenu
      counts={{ all: '1,204' }}
      label="Filter"
      onApproach={nothing}
      onChange={setValue}
      onPoint={nothing}
      options={options}
      value={value}
    />
  );
}

function Handle({ error, typed = '' }: { error?: string; typed?: string }) {
  const [value, setValue] = useState(typed);
  return (
    <HandleInputs>
      <HandleInput error={error} label="TikTok" onChange={setValue} platform="TIKTOK" value={value} />
    </HandleInputs>
  );
}

const buttons = ['filled', 'default', 'outline', 'subtle'].flatMap((variant) => [
  [
    variant,
    <Button key={variant} variant={variant}>
      Approve draft
    </Button>,
  ] as const,
  [
    `${variant}, disabled`,
    <Button disabled key={variant} variant={variant}>
      Approve draft
    </Button>,
  ] as const,
]);

/** What is pressed and filled in. */
export const controls: readonly Shown[] = [
  {
    part: 'Button',
    states: {
      ...Object.fromEntries(buttons),
      danger: (
        <Button color="red" variant="outline">
          Remove
        </Button>
      ),
      loading: <Button loading>Approve draft</Button>,
    },
  },
  { part: 'FilterMenu', states: { short: <Filter first="all" />, long: <Filter first="review" /> } },
  {
    part: 'HandleInput',
    states: {
      empty: <Handle />,
      filled: <Handle typed="fernhill" />,
      wrong: <Handle error="Use letters only" typed="?" />,
    },
  },
  {
    part: 'Toaster',
    states: {
      success: <Button onClick={() => toastSuccess('Offer approved', { onUndo: () => {} })}>Show success</Button>,
      information: (
        <Button onClick={() => toastInfo('An update is ready', { durationMs: 60_000 })}>Show information</Button>
      ),
      error: <Button onClick={() => toastError('Could not refresh', { detail: 'No network.' })}>Show error</Button>,
    },
  },
];
