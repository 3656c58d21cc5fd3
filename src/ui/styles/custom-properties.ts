import type { CSSProperties } from 'react';

/** Types custom properties for `style`: React's types only know the properties of CSS itself. */
export const customProperties = (values: Readonly<Record<`--${string}`, string | number>>) => values as CSSProperties;
