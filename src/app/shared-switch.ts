import { useSyncExternalStore } from 'react';

/** Something that any screen asks for and one place shows, such as a dialog over all of them. */
export interface SharedSwitch {
  turnOn: () => void;
  turnOff: () => void;
  useIsOn: () => boolean;
}

export function sharedSwitch(): SharedSwitch {
  let isOn = false;
  const listeners = new Set<() => void>();
  const turn = (on: boolean) => () => {
    isOn = on;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return { turnOn: turn(true), turnOff: turn(false), useIsOn: () => useSyncExternalStore(subscribe, () => isOn) };
}
