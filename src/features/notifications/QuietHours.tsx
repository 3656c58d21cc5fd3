import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { QuietTime } from '#contract/account/push.ts';
import classes from './Notifications.module.css';

interface Props {
  value: QuietTime | null;
  disabled: boolean;
  onChange(value: QuietTime | null): void;
}

const night = { fromMinute: 22 * 60, toMinute: 7 * 60 };

const two = (value: number) => String(value).padStart(2, '0');
const clockOf = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** Minute of the day from a typed time; null while the time is incomplete. */
function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** The hours during which notifications are held back, by this device's clock. */
export function QuietHours({ value, disabled, onChange }: Props) {
  const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <Switch
        aria-label="Quiet time"
        checked={value !== null}
        description="Notifications are held until quiet time ends."
        disabled={disabled}
        label="Quiet time"
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? { ...night, zone: zone() } : null)}
      />
      {value !== null && (
        // The key remounts the form after a save; unsaved edits exist only in this form.
        <Hours
          disabled={disabled}
          key={`${value.fromMinute} ${value.toMinute}`}
          onChange={(hours) => onChange({ ...hours, zone: zone() })}
          value={value}
        />
      )}
    </>
  );
}

type Range = Pick<QuietTime, 'fromMinute' | 'toMinute'>;

function Hours({ value, disabled, onChange }: { value: Range; disabled: boolean; onChange(value: Range): void }) {
  const [from, setFrom] = useState(clockOf(value.fromMinute));
  const [to, setTo] = useState(clockOf(value.toMinute));
  const isSame = from === to;
  const save = () => {
    const [fromMinute, toMinute] = [minuteOf(from), minuteOf(to)];
    if (fromMinute === null || toMinute === null || isSame) return;
    if (fromMinute !== value.fromMinute || toMinute !== value.toMinute) onChange({ fromMinute, toMinute });
  };
  return (
    <div className={classes.hours}>
      <TextInput
        disabled={disabled}
        label="From"
        onBlur={save}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        type="time"
        value={from}
      />
      <TextInput
        disabled={disabled}
        error={isSame && 'The end can’t be the same as the start.'}
        label="To"
        onBlur={save}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
        type="time"
        value={to}
      />
    </div>
  );
}
