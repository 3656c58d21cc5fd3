// node tests/support/webkit/requirements.mjs prints the names of missing Debian packages.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The system's own interpreter, which may not be the first in the PATH: only it has GObject's bindings. */
export const python = '/usr/bin/python3';

const imports = (/** @type {string} */ code) =>
  existsSync(python) && spawnSync(python, ['-c', code], { stdio: 'ignore', timeout: 60_000 }).status === 0;
const playsVideo = (/** @type {string} */ plugin) =>
  ['/usr/lib', '/usr/lib64'].some((root) =>
    ['', 'x86_64-linux-gnu', 'aarch64-linux-gnu'].some((kind) =>
      existsSync(`${root}/${kind}/gstreamer-1.0/lib${plugin}.so`),
    ),
  );

/** Requirements of the driver, each with the Debian package that provides it. */
const requirements = [
  { package: 'python3-gi', isThere: () => imports('import gi') },
  {
    package: 'gir1.2-webkit2-4.1',
    isThere: () => imports('import gi; gi.require_version("WebKit2", "4.1"); from gi.repository import WebKit2'),
  },
  {
    package: 'xvfb',
    isThere: () => spawnSync('Xvfb', ['-help'], { stdio: 'ignore', timeout: 20_000 }).error === undefined,
  },
  // Drafts are H.264 in MP4: one plugin demuxes the file, the other decodes it.
  { package: 'gstreamer1.0-plugins-good', isThere: () => playsVideo('gstisomp4') },
  { package: 'gstreamer1.0-libav', isThere: () => playsVideo('gstlibav') },
];

/**
 * Debian packages that the WebKit driver lacks on this machine; empty if it can start.
 * @returns {string[]}
 */
export function missingForWebKit() {
  return requirements.filter(({ isThere }) => !isThere()).map((requirement) => requirement.package);
}

/** @throws with the packages to install if any is missing */
export function requireWebKit() {
  const missing = missingForWebKit();
  if (missing.length > 0) {
    throw new Error(`WebKit tests need WebKitGTK. On Debian, as root: apt-get install ${missing.join(' ')}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(missingForWebKit().join(' '));
