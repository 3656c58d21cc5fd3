/**
 * @typedef {{ version?: string, integrity?: string, license?: string, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string> }} LockEntry
 * @typedef {{ version: string, license: string, description: string, dependencies: Record<string, string> }} Project
 */

/** @param {string} path such as node_modules/a/node_modules/@b/c */
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * Path of the package that Node resolves from a package, or null.
 * @param {Record<string, LockEntry>} packages
 * @param {string} from
 * @param {string} name
 */
function resolve(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (at === '') return null;
  }
}

/**
 * Paths of all packages that npm installs for these dependencies, including indirect ones.
 * @param {Record<string, LockEntry>} packages
 * @param {string[]} names
 */
function installedWith(packages, names) {
  /** @type {Set<string>} */
  const found = new Set();
  const visit = (/** @type {string} */ from, /** @type {string} */ name) => {
    const path = resolve(packages, from, name);
    if (path === null || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) visit(path, each);
  };
  for (const name of names) visit('', name);
  return [...found];
}

const purlOf = (/** @type {string} */ name, /** @type {string} */ version) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * CycloneDX bill of materials for the package: bundled packages, and those that npm installs with it. `npm sbom`
 * distinguishes only development and production, and nearly everything bundled counts as development.
 * @param {{ project: Project, packages: Record<string, LockEntry>, bundled: string[], at: Date }} parts `packages` is
 * the lock's, `bundled` the folders of bundled packages
 */
export function billOfMaterials({ project, packages, bundled, at }) {
  const installed = installedWith(packages, Object.keys(project.dependencies)).map((path) => ({
    path,
    how: 'installed',
  }));
  const others = new Set(installed.map(({ path }) => path));
  const inside = bundled.filter((path) => !others.has(path)).map((path) => ({ path, how: 'bundled' }));
  const missing = inside.filter(({ path }) => packages[path]?.version === undefined);
  if (missing.length > 0) throw new Error(`Not in package-lock.json: ${missing.map(({ path }) => path).join(', ')}`);
  const components = new Map();
  for (const { path, how } of [...installed, ...inside]) {
    const { version = '', integrity = '', license } = packages[path] ?? {};
    const purl = purlOf(nameOf(path), version);
    components.set(purl, componentOf({ name: nameOf(path), version, purl, license, integrity, how }));
  }
  const own = purlOf('afield', project.version);
  const refs = [...components.keys()].sort();
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      component: {
        'bom-ref': own,
        ...{ type: 'application', name: 'afield', version: project.version, purl: own },
        description: project.description,
        licenses: [{ license: { id: project.license } }],
      },
    },
    components: refs.map((ref) => components.get(ref)),
    dependencies: [{ ref: own, dependsOn: refs }],
  };
}

/** @param {{ name: string, version: string, purl: string, license: string | undefined, integrity: string, how: string }} given */
function componentOf({ name, version, purl, license, integrity, how }) {
  const [, algorithm = '', base64 = ''] = /^sha(\d+)-(.+)$/.exec(integrity) ?? [];
  const hashes = [{ alg: `SHA-${algorithm}`, content: Buffer.from(base64, 'base64').toString('hex') }];
  return {
    'bom-ref': purl,
    ...{ type: 'library', name, version, purl },
    ...(license === undefined ? {} : { licenses: [licenceOf(license)] }),
    ...(algorithm === '' ? {} : { hashes }),
    properties: [{ name: 'afield:delivery', value: how }],
  };
}

/** @param {string} license a SPDX id or expression */
const licenceOf = (license) => (/[ ()]/.test(license) ? { expression: license } : { license: { id: license } });
