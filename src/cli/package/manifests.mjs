/**
 * @typedef {{ version: string, description: string, license: string, engines: object, dependencies: Record<string, string> }} Project
 */

/** The package with the demo's videos and pictures, which the server looks for beside its own. */
export const mediaPackage = 'afield-demo-media';

/**
 * The package.json of what `npm run pack` makes. The project's own has the tools that build it and no versions of what is bundled.
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
