import { useEffect, useState } from 'react';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats bytes as "3.4 MB". */
export function formatSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const unit = units[step];
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(
    bytes / 1000 ** step,
  );
}

/**
 * Size of this site's data on the device, as estimated by the browser; null if it reports none.
 * @param changed measured again when this changes
 */
export function useStorageSize(changed: unknown): string | null {
  const [size, setSize] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changed` says when to measure again
  useEffect(() => {
    let current = true;
    void navigator.storage?.estimate?.().then(
      ({ usage }) => {
        if (current && usage !== undefined) setSize(formatSize(usage));
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [changed]);
  return size;
}
