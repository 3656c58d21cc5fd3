import type { PostMetrics } from './post-metrics.ts';
import type { Refused } from './report.ts';

export const endedOffer = 'The offer of this post has ended: it takes no more figures. Reopen it first.';

/** All rows of a post that can't be stored. */
export const refusedRows = ({ days }: Pick<PostMetrics, 'days'>, reason: string): Refused[] =>
  days.map(({ line, link, short }) => ({ line, reason: `finalPostUrl: ${reason}`, value: (short ?? link).url }));
