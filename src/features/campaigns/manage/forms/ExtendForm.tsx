import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useOnline } from '#api/sync-status.ts';
import { budgetCentsOf, viewTarget } from '#domain/money/reach.ts';
import { campaignRun } from '#domain/time/period.ts';
import { Fact, Facts } from '#ui/text/Facts.tsx';
import { exactDay } from '#ui/text/relative-time.ts';
import classes from '../Manage.module.css';
import { type ChangeProps, FormEnd, offlineText } from './FormEnd.tsx';

const dayMs = 86_400_000;
const offered = [7, 14, 30] as const;

/** Form to choose by how many days to extend a campaign. */
export function ExtendForm({ campaign, isPending, onCancel, onSend }: ChangeProps) {
  const online = useOnline();
  const [days, setDays] = useState<number>(offered[0]);
  const { endMs } = campaignRun(campaign);
  const endAt = new Date(endMs + days * dayMs);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSend({ change: 'extend', endAt: endAt.toISOString() });
      }}
    >
      <SegmentedControl
        aria-label="Days"
        data={offered.map((each) => ({ value: String(each), label: `${each} days` }))}
        disabled={isPending}
        fullWidth
        onChange={(chosen) => setDays(Number(chosen))}
        value={String(days)}
      />
      <Facts>
        <Fact name="Ends now">{exactDay(new Date(endMs))}</Fact>
        <Fact name="New end">{exactDay(endAt)}</Fact>
      </Facts>
      {budgetCentsOf(campaign) !== null && (
        <p className={classes.note}>
          The budget stays the same.
          {viewTarget(campaign) !== null && ' The campaign ends earlier if it reaches its view target.'}
        </p>
      )}
      <FormEnd isPending={isPending} onCancel={onCancel} status={online ? '' : offlineText}>
        <Button disabled={!online} loading={isPending} type="submit">
          {`Extend ${days} days · $0`}
        </Button>
      </FormEnd>
    </form>
  );
}
