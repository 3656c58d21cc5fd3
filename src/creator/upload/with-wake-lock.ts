/** Keeps the screen on while `work` runs, if the browser supports it: a sleeping phone suspends the page. */
export async function withWakeLock<T>(work: () => Promise<T>): Promise<T> {
  const held: { lock: WakeLockSentinel | null } = { lock: null };
  const ask = async () => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    held.lock = await navigator.wakeLock.request('screen').catch(() => null);
  };
  // The browser releases the lock whenever the page is hidden.
  document.addEventListener('visibilitychange', ask);
  const asked = ask();
  try {
    return await work();
  } finally {
    document.removeEventListener('visibilitychange', ask);
    await asked;
    await held.lock?.release().catch(() => {});
  }
}
