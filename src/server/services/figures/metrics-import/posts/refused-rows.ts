import type { RefusedRow } from '../report.ts';
import type { Metric } from '../rows/read-metrics.ts';
import type { PostMetrics } from './post-metrics.ts';

export const endedOffer = 'The offer of this post has ended, so it accepts no more figures. Reopen it first.';

/** Returns the refusal of a row whose link can't be used. */
export const refusedRow = ({ line, link, short }: Metric, reason: string): RefusedRow => ({
  ...{ line, reason: `finalPostUrl: ${reason}`, value: (short ?? link).url },
});

/** Returns refusals for all rows of a post that can't be stored. */
export const refusedRows = ({ days }: Pick<PostMetrics, 'days'>, reason: string): RefusedRow[] =>
  days.map((metric) => refusedRow(metric, reason));
