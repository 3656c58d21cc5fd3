/**
 * @typedef {{ version: string, description: string, license: string, engines: object, dependencies: Record<string, string> }} Project
 */

/** Package with the demo's videos and pictures. The server expects it next to its own package. */
export const mediaPackage = 'afield-demo-media';

/**
 * The packed server's package.json. The project's own also lists the build tools.
 * @param {Project} project its package.json
 */
export const serverManifest = ({ version, description, license, engines, dependencies }) => ({
  name: 'afield',
  version,
  description,
  license,
  type: 'module',
  engines,
  bin: { afield: 'bin/afield.mjs' },
  dependencies,
});

/** @param {Project} project */
export const mediaManifest = ({ version, license }) => ({
  name: mediaPackage,
  version,
  description: 'Videos and pictures of the demo brand’s creators, for the package afield.',
  license,
});
