import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Fetching } from './Fetching.tsx';

interface Props {
  opened: boolean;
  /** A drawer, dialog or tooltip that is a lazy part, told whether it is open. */
  children: (opened: boolean) => ReactNode;
  /** Nobody waits for it: nothing is said while it is fetched. */
  isTooltip?: boolean;
}

/**
 * Closed when it first stands, and open right after: only what was closed comes in with its transition, and takes note
 * of where the focus was to give it back.
 */
function ClosedFirst({ opened, children }: Props) {
  const [stands, setStands] = useState(false);
  useEffect(() => setStands(true), []);
  return children(opened && stands);
}

/**
 * Its code is fetched when it is first opened, and from then on it stays: so it closes with its transition, and keeps
 * what is typed in it.
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
