/**
 * The oldest supported browser of each engine. It is the build's target, the README lists it, and tests check that the
 * app uses only the APIs and styles available there.
 */
export const supportedEngines = { safari: '16.4', chrome: '111', firefox: '115' };
