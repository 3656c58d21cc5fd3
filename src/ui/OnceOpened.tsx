import { type ReactNode, Suspense, useState } from 'react';

interface Props {
  opened: boolean;
  /** A drawer or dialog, made by React's `lazy`. */
  children: ReactNode;
}

/**
 * Its code is fetched when it is first opened, and from then on it stays: so it closes with its transition, and keeps
 * what is typed in it.
 */
export function OnceOpened({ opened, children }: Props) {
  const [needed, setNeeded] = useState(opened);
  if (opened && !needed) setNeeded(true);
  return needed && <Suspense>{children}</Suspense>;
}
