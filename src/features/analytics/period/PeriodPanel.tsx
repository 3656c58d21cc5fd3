import { Suspense } from 'react';
import { periodPresets } from '#contract/brand/analytics.ts';
import { type Day, presetLabels, resolvePeriod } from '#domain/time/period.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { Icon } from '#ui/media/icons.tsx';
import { Loading } from '#ui/states/Skeleton.tsx';
import type { PeriodChoice } from '../period-choice.ts';
import classes from './PeriodPanel.module.css';

const RangeCalendar = lazyPart(async () => (await import('./RangeCalendar.tsx')).RangeCalendar);

interface Props {
  choice: PeriodChoice;
  onChoose: (choice: PeriodChoice) => void;
  /** Called when the user may be about to choose a period. */
  onApproach: (choice: PeriodChoice) => void;
  /** Called when the user presses a period, just before choosing it. */
  onPress: (choice: PeriodChoice) => void;
  today: Day;
  lastDay: Day;
}

/** Presets, with a two-month calendar beside or below them. */
export function PeriodPanel({ choice, onChoose, onApproach, onPress, today, lastDay }: Props) {
  const current = choice.timePeriodType === 'preset' ? choice.preset : null;
  return (
    <div className={classes.panel}>
      <ul aria-label="Presets" className={classes.presets}>
        {periodPresets.map((preset) => (
          <li key={preset}>
            <button
              aria-pressed={preset === current}
              className={classes.preset}
              // Initial focus is on the current choice.
              data-autofocus={preset === (current ?? 'today') || undefined}
              onClick={() => onChoose({ timePeriodType: 'preset', preset })}
              onPointerDown={() => onPress({ timePeriodType: 'preset', preset })}
              onPointerEnter={() => onApproach({ timePeriodType: 'preset', preset })}
              type="button"
            >
              {presetLabels[preset]}
              {preset === current && <Icon name="check" size={16} />}
            </button>
          </li>
        ))}
      </ul>
      <div className={classes.range}>
        <Suspense fallback={<Loading label="Loading calendar">{null}</Loading>}>
          <RangeCalendar
            chosen={resolvePeriod(choice, today)}
            lastDay={lastDay}
            onChoose={(range) => onChoose({ timePeriodType: 'range', ...range })}
            today={today}
          />
        </Suspense>
      </div>
    </div>
  );
}
