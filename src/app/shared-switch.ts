import { useSyncExternalStore } from 'react';
import { createListeners } from '#domain/listeners.ts';

/** Something that any screen asks for and one place shows, such as a dialog over all of them. */
export interface SharedSwitch {
  turnOn: () => void;
  turnOff: () => void;
  useIsOn: () => boolean;
}

export function sharedSwitch(): SharedSwitch {
  let isOn = false;
  const { subscribe, tell } = createListeners();
  const turn = (on: boolean) => () => {
    isOn = on;
    tell();
  };
  return { turnOn: turn(true), turnOff: turn(false), useIsOn: () => useSyncExternalStore(subscribe, () => isOn) };
}
