import { useSyncExternalStore } from 'react';
import type { Readable } from './create-store.ts';

/** The store's value; rerenders when it changes. */
export const useStore = <Value>({ subscribe, read }: Readable<Value>): Value => useSyncExternalStore(subscribe, read);
