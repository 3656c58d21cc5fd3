import { useSyncExternalStore } from 'react';
import type { Readable } from './create-store.ts';

/** The store's value; renders again when it has become another. */
export const useStore = <Value>({ subscribe, read }: Readable<Value>): Value => useSyncExternalStore(subscribe, read);
