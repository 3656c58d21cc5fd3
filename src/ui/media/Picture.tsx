import { type ComponentProps, useState } from 'react';
import { clsx } from '../styles/clsx.ts';
import { Icon } from './icons.tsx';
import classes from './Picture.module.css';

interface Props extends ComponentProps<'img'> {
  src: string;
  alt: string;
}

/**
 * A picture. A broken one is replaced with a neutral placeholder of the same size, and retried when its URL changes.
 */
export function Picture({ src, alt, className, width, height, ...rest }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  if (src !== broken) {
    return (
      <img
        {...rest}
        alt={alt}
        className={className}
        height={height}
        onError={() => setBroken(src)}
        src={src}
        width={width}
      />
    );
  }
  const label =
    alt === '' ? ({ 'aria-hidden': true } as const) : ({ 'aria-label': `${alt}, not available`, role: 'img' } as const);
  return (
    <span {...label} className={clsx(className, classes.missing)} style={{ width, height }}>
      <Icon name="image" size={20} />
    </span>
  );
}
