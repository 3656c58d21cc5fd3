import { periodText } from '#domain/day-text.ts';
import { presetLabels } from '#domain/period.ts';
import type { PeriodChoice } from '../period-choice.ts';

/** "Last 90 days", "Nov 3 – 28, 2026". */
export const choiceLabel = (choice: PeriodChoice): string =>
  choice.timePeriodType === 'preset' ? presetLabels[choice.preset] : periodText(choice);
