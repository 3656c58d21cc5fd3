/** @typedef {import('./progress.mjs').Progress} Progress */

/**
 * Watches a stage for silence: no test or step has finished, or a script without tests has printed nothing, for this long.
 * A stage as a whole has no limit, since a busy machine is slow and not at fault.
 * @param {{ limitMs: number, onSilence: (running: string[]) => void }} options
 */
export function watchForSilence({ limitMs, onSilence }) {
  /** @type {Map<string, string>} names of what has begun and not ended, by id */
  const running = new Map();
  const end = () => {
    const names = [...running.values()];
    // A file is listed if it hangs outside of its tests.
    onSilence(names.filter((name) => !names.some((other) => other.startsWith(`${name} > `))));
  };
  let timer = setTimeout(end, limitMs);

  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(end, limitMs);
  };
  return {
    /** Call this on any sign of progress. */
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
