import { spawnSync } from 'node:child_process';
import { aptInstall } from './apt.mjs';

const isThere = () => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0;
const isRoot = () => process.getuid?.() === 0;

/**
 * Installs an ffmpeg for the drafts that tests play, if it is missing and can be installed. Tests also work without one:
 * those of renditions are skipped, and the others play the demo's smaller drafts.
 * @param {{ isThere?: () => boolean, isRoot?: () => boolean, install?: typeof aptInstall, say?: (text: string) => void }} [system]
 */
export function preferFfmpeg(system = {}) {
  const machine = { isThere, isRoot, install: aptInstall, say: console.log, ...system };
  if (machine.isThere()) return;
  if (machine.isRoot()) {
    machine.say('Installing ffmpeg for the drafts of the tests (once) …');
    machine.install(['ffmpeg']);
    if (machine.isThere()) return;
  }
  machine.say(
    'Without ffmpeg ("apt-get install ffmpeg") tests play the demo’s small drafts, and those of renditions are skipped.',
  );
}
