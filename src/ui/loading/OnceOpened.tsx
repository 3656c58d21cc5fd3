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
 * Renders the part closed first and open right after: only then does it run its opening transition and note the focus to give
 * back.
 */
function ClosedFirst({ opened, children }: Props) {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return children(opened && isMounted);
}

/**
 * Fetches the part's code when it is first opened, and keeps it mounted from then on: it closes with its transition, and keeps
 * what was typed.
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
