import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import {
  ActionIcon,
  Button,
  CloseButton,
  Loader,
  Menu,
  NativeSelect,
  PasswordInput,
  SegmentedControl,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { ButtonMenu } from '#ui/controls/ButtonMenu.tsx';
import { ButtonRow } from '#ui/controls/ButtonRow.tsx';
import { FilterMenu } from '#ui/controls/FilterMenu.tsx';
import { FilterOptions } from '#ui/controls/FilterOptions.tsx';
import { HandleInput, HandleInputs } from '#ui/controls/HandleInput.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { MenuButton } from '#ui/controls/MenuButton.tsx';
import { Icon } from '#ui/media/icons.tsx';
import { toastError, toastInfo, toastSuccess } from '#ui/toasts/toast.tsx';
import type { Shown } from './Gallery.tsx';

const options = [
  { key: 'all', label: 'All campaigns' },
  { key: 'review', label: 'In review, waiting for a decision of the brand' },
];

function Filter({ first }: { first: string }) {
  const [value, setValue] = useState(first);
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

const nothing = () => {};

function Menus({ kind }: { kind: 'actions' | 'options' }) {
  return (
    <MenuButton
      className={undefined}
      label={`Open ${kind}`}
      menu={(of) =>
        kind === 'actions' ? (
          <ButtonMenu of={of} widthPx={240}>
            <Menu.Item>Settings</Menu.Item>
            <Menu.Item disabled>Logout</Menu.Item>
          </ButtonMenu>
        ) : (
          <FilterOptions
            counts={{ all: '1,204' }}
            of={of}
            onChange={nothing}
            onPoint={nothing}
            options={options}
            value="review"
          />
        )
      }
      onApproach={nothing}
    >
      Open {kind}
    </MenuButton>
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

/** Components that are pressed or filled in. */
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
      'long words': <Button fullWidth>Turn on notifications for every decision</Button>,
      loading: <Button loading>Approve draft</Button>,
    },
  },
  {
    part: 'ButtonRow',
    states: {
      'in a form': (
        <ButtonRow>
          <Button variant="default">Cancel</Button>
          <Button>Add $250</Button>
        </ButtonRow>
      ),
      'in a dialog, long words': (
        <ButtonRow isApart>
          <Button variant="default">Wait for a connection</Button>
          <Button>Turn on notifications for every decision</Button>
        </ButtonRow>
      ),
    },
  },
  {
    part: 'IconButton',
    states: {
      usual: <IconButton icon={<Icon name="back" />} label="Previous" onClick={nothing} />,
      soft: <IconButton icon={<Icon name="trash" />} isSoft label="Remove" onClick={nothing} />,
      disabled: <IconButton disabled icon={<Icon name="next" />} label="Next" onClick={nothing} />,
    },
  },
  {
    part: 'Switch',
    states: {
      off: <Switch label="New logins" />,
      on: <Switch defaultChecked label="New logins" />,
      'off, disabled': <Switch disabled label="New logins" />,
      'on, disabled': <Switch checked disabled label="New logins" readOnly />,
    },
  },
  {
    part: 'SegmentedControl',
    states: Object.fromEntries(
      ['Light', 'Dark'].map((scheme) => [
        `${scheme} is chosen`,
        <SegmentedControl aria-label="Appearance" data={['Light', 'Dark']} defaultValue={scheme} key={scheme} />,
      ]),
    ),
  },
  {
    part: 'TextInput',
    states: {
      empty: <TextInput label="Title" />,
      filled: <TextInput defaultValue="Spring roast" description="Creators see it first." label="Title" />,
      wrong: <TextInput defaultValue="?" error="Use letters" label="Title" />,
      disabled: <TextInput defaultValue="Spring roast" disabled label="Title" />,
    },
  },
  {
    part: 'NativeSelect',
    states: {
      chosen: <NativeSelect data={['All kinds', 'Drafts']} label="Kind" />,
      described: <NativeSelect data={['6 seconds']} description="On this device" label="Time to undo" />,
      disabled: <NativeSelect data={['All kinds']} disabled label="Kind" />,
    },
  },
  {
    part: 'PasswordInput',
    states: {
      filled: <PasswordInput defaultValue="not-a-real-one" label="Password" />,
      wrong: <PasswordInput defaultValue="?" error="Use 8 characters or more" label="Password" />,
    },
  },
  {
    part: 'Textarea',
    states: {
      filled: <Textarea defaultValue="Coffee from small farms." label="About" />,
      wrong: <Textarea defaultValue="?" error="Use a sentence" label="About" />,
    },
  },
  {
    part: 'ActionIcon',
    states: {
      default: (
        <ActionIcon aria-label="More" variant="default">
          <Icon name="plus" />
        </ActionIcon>
      ),
      'default, disabled': (
        <ActionIcon aria-label="Less" disabled variant="default">
          <Icon name="plus" />
        </ActionIcon>
      ),
      subtle: (
        <ActionIcon aria-label="Remove">
          <Icon name="plus" />
        </ActionIcon>
      ),
    },
  },
  { part: 'CloseButton', states: { plain: <CloseButton aria-label="Close" size={44} /> } },
  { part: 'Loader', states: { plain: <Loader size={24} /> } },
  { part: 'FilterMenu', states: { short: <Filter first="all" />, long: <Filter first="review" /> } },
  { part: 'MenuButton', states: { actions: <Menus kind="actions" />, options: <Menus kind="options" /> } },
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
      error: <Button onClick={() => toastError('Couldn’t refresh', { detail: 'No network.' })}>Show error</Button>,
    },
  },
];
