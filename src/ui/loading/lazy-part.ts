import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { importWithRetries } from './import-with-retries.ts';

/**
 * A component whose code is loaded when it's first shown. React's `lazy` gives up after the first failure; this
 * retries.
 */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await importWithRetries(load) }));
