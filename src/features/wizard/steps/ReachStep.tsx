import { ActionIcon, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useController } from 'react-hook-form';
import { formatCount, formatUsd } from '#domain/money/money.ts';
import { minimumBudgetCents, projectedViews } from '#domain/money/reach.ts';
import { limits } from '#domain/shared/limits.ts';
import { Icon } from '#ui/media/icons.tsx';
import { customProperties } from '#ui/styles/custom-properties.ts';
import { budgetCentsOf } from '../draft/budget.ts';
import { BalanceNotice } from '../fields/BalanceNotice.tsx';
import classes from '../fields/Reach.module.css';
import type { StepProps } from '../fields/step-props.ts';

const step = 100;
const min = limits.minBudgetCents / 100;

/** Upper end of the slider: everything that can be paid now, and always more than the typed amount. */
function sliderMax(availableCents: number, dollars: number): number {
  const wanted = Math.max(5000, availableCents / 100, dollars);
  return Math.ceil(wanted / 1000) * 1000;
}

/** Budget, and the views that it's expected to buy. */
export function ReachStep({ form, fields, brand, releasedCents }: StepProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'budget' });
  const cents = budgetCentsOf(field.value);
  const dollars = (cents ?? 0) / 100;
  const views = projectedViews(cents ?? 0, brand.cpmCents);
  /** The slider starts at the minimum budget. */
  const shown = Math.max(min, dollars);
  const max = sliderMax(brand.availableBalanceCents, dollars);
  const set = (next: number) => field.onChange(String(Math.max(min, next)));
  /** Steps to the next multiple of `step`, above or below. */
  const stepBy = (by: 1 | -1) =>
    set(by > 0 ? (Math.floor(dollars / step) + 1) * step : (Math.ceil(dollars / step) - 1) * step);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    stepBy(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <>
      <output aria-live="polite" className={classes.projection}>
        <span className={classes.label}>Projected views</span>
        {cents === null ? (
          <span className={classes.noViews}>Enter a budget to see an estimate</span>
        ) : (
          <span className={classes.views}>{formatCount(views)}</span>
        )}
        <span className={classes.label}>at {formatUsd(brand.cpmCents)} per thousand views</span>
      </output>
      <div className={classes.budget}>
        <ActionIcon aria-label={`$${step} less`} disabled={dollars <= min} onClick={() => stepBy(-1)} variant="default">
          <Icon name="minus" size={18} />
        </ActionIcon>
        <TextInput
          autoComplete="off"
          classNames={{ input: classes.amount ?? '' }}
          description={`Minimum budget: ${formatUsd(minimumBudgetCents(brand.cpmCents))}`}
          error={fieldState.error?.message}
          inputMode="decimal"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          label="Budget"
          leftSection={<span className={classes.dollar}>$</span>}
          onChange={field.onChange}
          onKeyDown={onKeyDown}
          value={field.value}
        />
        <ActionIcon aria-label={`$${step} more`} onClick={() => stepBy(1)} variant="default">
          <Icon name="plus" size={18} />
        </ActionIcon>
      </div>
      <input
        aria-label="Budget slider"
        aria-valuetext={`${formatUsd(dollars * 100)}, ${formatCount(views)} views`}
        className={classes.slider}
        max={max}
        min={min}
        onChange={({ currentTarget }) => set(Number(currentTarget.value))}
        step={step}
        style={customProperties({ '--filled': `${(100 * (shown - min)) / (max - min)}%` })}
        type="range"
        value={shown}
      />
      <BalanceNotice brand={brand} fields={fields} releasedCents={releasedCents} />
    </>
  );
}
