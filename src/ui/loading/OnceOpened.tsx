import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Fetching } from '../states/Fetching.tsx';

interface Props {
  opened: boolean;
  /** Renders a drawer, dialog or tooltip that is a lazy part. */
  children: (opened: boolean) => ReactNode;
  /** True for a tooltip: nothing is shown while its code is fetched. */
  isTooltip?: boolean;
}

/**
 * Renders the part closed first and open right after. Otherwise the part wouldn't run its opening transition, or record
 * the element that gets the focus back.
 */
function ClosedFirst({ opened, children }: Props) {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return children(opened && isMounted);
}

/**
 * Loads the part's code when it's first opened, and keeps it mounted afterwards, so it can close with a transition and
 * keep its input.
 */
export function OnceOpened({ opened, children, isTooltip = false }: Props) {
  const [needed, setNeeded] = useState(opened);
  if (opened && !needed) setNeeded(true);
  return (
    needed && (
      <Suspense fallback={opened && !isTooltip && <Fetching />}>
        <ClosedFirst opened={opened}>{children}</ClosedFirst>
      </Suspense>
    )
  );
}
