import { type ReactNode, useEffect, useRef, useState } from 'react';
import { clsx } from '../styles/clsx.ts';
import type { Radius } from '../styles/tokens.ts';
import { VisuallyHidden } from '../text/VisuallyHidden.tsx';
import classes from './Skeleton.module.css';

/** Delay after which visible skeletons below a list pulse, ms. */
const pulseAfterMs = 400;

/** A block the size of the content that's still loading. */
export function SkeletonBlock({
  width = '100%',
  height = 16,
  radius,
}: {
  width?: number | string;
  height?: number | string;
  /** Name of a radius token, as in `--radius-sm`; 0 for none. */
  radius?: Radius | 0;
}) {
  return (
    <span
      className={classes.skeleton}
      style={{ width, height, ...(radius === undefined ? {} : { borderRadius: radius && `var(--radius-${radius})` }) }}
    />
  );
}

/** Placeholder lines of text; the last is shorter. */
export function SkeletonLines({ count = 3 }: { count?: number }) {
  return (
    <span className={classes.lines}>
      {Array.from({ length: count }, (_, index) => `line-${index}`).map((key, index) => (
        <SkeletonBlock key={key} width={index === count - 1 ? '60%' : '100%'} />
      ))}
    </span>
  );
}

/** Wraps skeletons, which are hidden from screen readers, and announces `label` instead. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/**
 * Wraps the skeletons at the end of a list with more pages. Each animation costs style work in every frame of a scroll.
 * So the skeletons stay still until one has been visible for a while, and then pulse together.
 */
export function MoreSkeleton({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const [isWaitedFor, setIsWaitedFor] = useState(false);
  useEffect(() => {
    if (ref.current === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watcher = new IntersectionObserver((entries) => {
      clearTimeout(timer);
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(() => setIsWaitedFor(true), pulseAfterMs);
      else setIsWaitedFor(false);
    });
    watcher.observe(ref.current);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, []);
  return (
    <div className={clsx(classes.more, isWaitedFor && classes.pulsing)} ref={ref}>
      {children}
    </div>
  );
}
