import { withoutControls } from '#contract/wire/controls.ts';
import { formatUsd } from '#domain/money/money.ts';
import { platformNames } from '#domain/posts/platforms.ts';
import { holdFields } from '../holds/format.ts';
import { fieldLines } from '../shared/lines.ts';
import type { ListedSignals } from './list-signals.ts';

/** Formats posts with signals for a terminal. */
export function signalLines(posts: readonly ListedSignals[]): string {
  if (posts.length === 0) return 'No posts have signals.';
  return posts
    .flatMap(({ offerId, earnedCents, platform, username, campaignName, brandName, url, signals, hold }) => [
      `${offerId}  ${formatUsd(earnedCents)}  ${withoutControls(`@${username} on ${platformNames[platform]}, ${campaignName ?? 'An untitled campaign'} of ${brandName}`)}  ${withoutControls(url)}`,
      ...fieldLines([['Signals', signals.map(({ text }) => text)], ...(hold === null ? [] : holdFields(hold))]),
    ])
    .join('\n');
}
