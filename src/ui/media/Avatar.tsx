import { useState } from 'react';
import { clsx } from '../styles/clsx.ts';
import classes from './Avatar.module.css';
import { Icon } from './icons.tsx';

interface AvatarProps {
  /** Name of the owner. Its initials replace a missing or broken picture. */
  name: string;
  src?: string | null | undefined;
  size?: number;
  shape?: 'round' | 'square';
  /** True to leave the space empty for now, since the picture is about to be loaded. */
  waits?: boolean;
}

/** Up to two initials, from the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).flatMap((word) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? []);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return `${words[0] ?? ''}${last ?? ''}`.toUpperCase();
}

/**
 * An avatar beside a name: the picture, otherwise initials, otherwise a generic icon. The name itself is shown next to
 * it.
 */
export function Avatar({ name, src, size = 40, shape = 'round', waits = false }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  const standIn = initialsOf(name) || <Icon name="person" size={size * 0.55} />;
  const hasPicture = Boolean(src) && src !== broken;
  return (
    <span
      aria-hidden="true"
      className={clsx(classes.avatar, classes[shape])}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
    >
      {!hasPicture && standIn}
      {/* A bad network may never finish loading a picture. */}
      {hasPicture && !waits && src !== loaded && <span className={classes.meanwhile}>{standIn}</span>}
      {hasPicture && !waits && src && (
        // The key creates a new element for another picture. A reused one would show the old picture until the new one
        // loads.
        <img
          alt=""
          height={size}
          key={src}
          onError={() => setBroken(src)}
          onLoad={() => setLoaded(src)}
          src={src}
          width={size}
        />
      )}
    </span>
  );
}
