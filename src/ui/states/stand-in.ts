import { type RefCallback, type RefObject, useLayoutEffect } from 'react';

interface Props {
  for: RefObject<HTMLElement | null>;
  ref?: RefCallback<HTMLElement>;
}

/** Passes a popover or menu its anchor element, which was mounted before the popover's code had loaded. */
export function StandIn({ for: target, ref }: Props) {
  useLayoutEffect(() => {
    ref?.(target.current);
    return () => {
      ref?.(null);
    };
  }, [target, ref]);
  return null;
}
