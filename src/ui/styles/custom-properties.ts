import type { CSSProperties } from 'react';

/** Custom properties for a style sheet to read: React's types know only the properties of CSS itself. */
export const customProperties = (values: Readonly<Record<`--${string}`, string | number>>) => values as CSSProperties;
