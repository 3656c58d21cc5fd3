import { configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { asyncUtilTimeout } from './async-util-timeout.ts';

/** A clock ten times as fast as the real one, to shorten the pauses between two polls. */
export function keepFastClock(): void {
  let ticking: NodeJS.Timeout;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    configure({ asyncUtilTimeout: 10 * asyncUtilTimeout });
    ticking = setInterval(() => vi.advanceTimersByTime(200), 20);
  });
  afterEach(() => {
    clearInterval(ticking);
    vi.useRealTimers();
    configure({ asyncUtilTimeout });
  });
}
