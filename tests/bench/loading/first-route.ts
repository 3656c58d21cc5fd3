import { spawnSync } from 'node:child_process';

/** Brotli-compressed bytes loaded by a logged-in brand's first screen, as counted by tests/laws/size.mjs. */
export function firstRouteBytes(): { js: number; css: number } {
  const { stdout } = spawnSync(process.execPath, ['tests/laws/size.mjs'], { encoding: 'utf8' });
  const [, ofList = ''] = stdout.split('/dashboard/campaigns\n');
  const bytesOf = (kind: string) => {
    const [, kilobytes] = new RegExp(`([\\d.]+) KB\\s+${kind} in all`).exec(ofList) ?? [];
    if (kilobytes === undefined) throw new Error(`The size of ${kind} was not told:\n${stdout}`);
    return Number(kilobytes) * 1000;
  };
  return { js: bytesOf('JS'), css: bytesOf('CSS') };
}
