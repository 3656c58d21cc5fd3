/**
 * The oldest browser of each engine that Afield runs in. The build's syntax is made for them, the README names them, and
 * tests hold APIs and styles to what they have.
 */
export const supportedEngines = { safari: '16.4', chrome: '111', firefox: '115' };
