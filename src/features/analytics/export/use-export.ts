import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { analyticsCsvLines, analyticsCsvStart, analyticsFileName } from '#domain/figures/analytics-csv.ts';
import type { Period } from '#domain/time/period.ts';
import type { AnalyticsScope } from '../queries.ts';
import { type Progress, readAllPosts } from './read-all-posts.ts';

/** An exported file, with details for its toast. */
export interface ExportedFile {
  file: File;
  count: number;
  period: Period;
  /** Time when its figures were stored; null if they came from the network. */
  storedAt: Date | null;
}

interface Ends {
  onMade(exported: ExportedFile): void;
  /** @param done progress before the failure; null if the first page failed */
  onFailed(error: unknown, done: Progress | null): void;
}

/** Exports a period's posts to a file, which is never partial. */
export function useExport({ onMade, onFailed }: Ends) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, isPending, reset } = useMutation({
    retry: false,
    mutationFn: async ({ scope, period, signal }: { scope: AnalyticsScope; period: Period; signal: AbortSignal }) => {
      let done: Progress | null = null;
      const onProgress = (now: Progress) => {
        done = now;
        setProgress(now);
      };
      try {
        const { parts, ...posts } = await readAllPosts(scope, period, { signal, onProgress, take: analyticsCsvLines });
        const name = analyticsFileName(scope.name, period);
        const file = new File([analyticsCsvStart(), ...parts], name, { type: 'text/csv' });
        if (!signal.aborted) onMade({ file, period, ...posts });
      } catch (error) {
        if (!signal.aborted) onFailed(error, done);
      }
    },
  });
  return {
    progress,
    isPending,
    cancel() {
      running.current?.abort();
      reset();
    },
    start(scope: AnalyticsScope, period: Period) {
      setProgress(null);
      running.current = new AbortController();
      mutate({ scope, period, signal: running.current.signal });
    },
  };
}
