import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { importWithRetries } from './import-with-retries.ts';

/** A component whose code is fetched when it is first shown. React's `lazy` gives up at the first failure; this retries. */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await importWithRetries(load) }));
