import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

/** A switch that any screen can turn on and one place displays, such as a global dialog. */
export interface SharedSwitch {
  turnOn: () => void;
  turnOff: () => void;
  useIsOn: () => boolean;
}

export function sharedSwitch(): SharedSwitch {
  const isOn = createStore(false);
  return { turnOn: () => isOn.write(true), turnOff: () => isOn.write(false), useIsOn: () => useStore(isOn) };
}
