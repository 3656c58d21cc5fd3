import { type RefCallback, type RefObject, useLayoutEffect } from 'react';

interface Props {
  for: RefObject<HTMLElement | null>;
  ref?: RefCallback<HTMLElement>;
}

/** Tells a popover or a menu which element it belongs to, when that was there before the code of what it opens. */
export function StandIn({ for: target, ref }: Props) {
  useLayoutEffect(() => {
    ref?.(target.current);
    return () => {
      ref?.(null);
    };
  }, [target, ref]);
  return null;
}
