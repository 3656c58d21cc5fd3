import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './States.module.css';

/** A place held for what comes, in its size. */
export function Bone({
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
      className={classes.bone}
      style={{ width, height, ...(radius === undefined ? {} : { borderRadius: radius }) }}
    />
  );
}

/** Lines of text to come; the last is shorter. */
export function BoneLines({ count = 3 }: { count?: number }) {
  return (
    <span className={classes.lines}>
      {Array.from({ length: count }, (_, index) => `line-${index}`).map((key, index) => (
        <Bone key={key} width={index === count - 1 ? '60%' : '100%'} />
      ))}
    </span>
  );
}

/** Around bones: they are pictures, the words are for those who don't see them. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
