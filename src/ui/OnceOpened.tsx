import { type ReactNode, Suspense, useEffect, useState } from 'react';

interface Props {
  opened: boolean;
  /** A drawer or dialog, made by React's `lazy`, told whether it is open. */
  children: (opened: boolean) => ReactNode;
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
export function OnceOpened({ opened, children }: Props) {
  const [needed, setNeeded] = useState(opened);
  if (opened && !needed) setNeeded(true);
  return (
    needed && (
      <Suspense>
        <ClosedFirst opened={opened}>{children}</ClosedFirst>
      </Suspense>
    )
  );
}
