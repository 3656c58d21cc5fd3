import { type ReactNode, useEffect, useRef, useState } from 'react';
import { clsx } from './clsx.ts';
import classes from './Skeleton.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** Skeletons under a list pulse once they have been on the screen for so long. */
const pulseAfterMs = 400;

/** A place held for what comes, in its size. */
export function SkeletonBlock({
  width = '100%',
  height = 16,
  radius,
}: {
  width?: number | string;
  height?: number | string;
  radius?: number | string;
}) {
  return (
    <span
      className={classes.skeleton}
      style={{ width, height, ...(radius === undefined ? {} : { borderRadius: radius }) }}
    />
  );
}

/** Lines of text to come; the last is shorter. */
export function SkeletonLines({ count = 3 }: { count?: number }) {
  return (
    <span className={classes.lines}>
      {Array.from({ length: count }, (_, index) => `line-${index}`).map((key, index) => (
        <SkeletonBlock key={key} width={index === count - 1 ? '60%' : '100%'} />
      ))}
    </span>
  );
}

/** Around skeletons: they are pictures, the words are for those who don't see them. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/**
 * Around the skeletons under a list that goes on. Whoever scrolls passes them in many frames, and in each of these the style of all
 * that moves is worked out: so they are still until one has waited for what comes, and then move as one.
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
