/** @typedef {import('./progress.mjs').Progress} Progress */

/**
 * Watches a stage for silence: no test or step of one has finished, and nothing was printed by a script that has no tests, for this long. A
 * stage as a whole has no limit, since a busy machine is slow and not at fault.
 * @param {{ limitMs: number, onSilence: (running: string[]) => void }} options
 */
export function watchForSilence({ limitMs, onSilence }) {
  /** @type {Map<string, string>} names of what has begun and not ended, by id */
  const running = new Map();
  const end = () => {
    const names = [...running.values()];
    // A file is named where it hangs outside of its tests.
    onSilence(names.filter((name) => !names.some((other) => other.startsWith(`${name} > `))));
  };
  let timer = setTimeout(end, limitMs);

  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(end, limitMs);
  };
  return {
    /** Anything that shows that the stage goes on. */
    restart,
    progress(/** @type {Progress} */ message) {
      if ('began' in message) {
        running.set(message.began, message.name);
        return;
      }
      if (message.ended !== null) running.delete(message.ended);
      restart();
    },
    stop: () => clearTimeout(timer),
  };
}
