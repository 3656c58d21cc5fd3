/**
 * True for Node versions supported by Vite, the router's plugin and knip (their `engines`): 20.19, then 22.12 and newer.
 * @param {string} version such as `20.19.0`
 */
export function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major === 20) return minor >= 19;
  if (major === 22) return minor >= 12;
  return major > 22;
}

/** Exits with installation instructions if this Node version isn't supported. */
export function requireSupportedNode() {
  if (isSupportedNode(process.versions.node)) return;
  console.error(`Afield needs Node 20.19 or newer (for 22: 22.12 or newer). This is Node ${process.versions.node}.`);
  console.error('Install a current version from https://nodejs.org, or run "nvm install" in this folder.');
  process.exit(1);
}
