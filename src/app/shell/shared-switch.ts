import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

/** Something that any screen asks for and one place shows, such as a dialog over all of them. */
export interface SharedSwitch {
  turnOn: () => void;
  turnOff: () => void;
  useIsOn: () => boolean;
}

export function sharedSwitch(): SharedSwitch {
  const isOn = createStore(false);
  return { turnOn: () => isOn.write(true), turnOff: () => isOn.write(false), useIsOn: () => useStore(isOn) };
}
