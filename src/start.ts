import { paintStoredScreen } from '#app/painting/painted-screen.ts';
import { hasEarlyLogin, whenFree } from '#app/session/early-login.ts';
import { importWithRetries } from '#ui/loading/import-with-retries.ts';
import { loadStyleSheet } from '#ui/loading/load-style-sheet.ts';
import { guardSinks } from '#ui/loading/trusted-types.ts';

/** Loads the app's code. On a page that holds the login it loads in pieces, so the form responds between them. */
async function loadApp(): Promise<void> {
  const root = document.getElementById('root');
  if (root !== null && hasEarlyLogin(root)) {
    await whenFree();
    await import('react-dom/client');
    await whenFree();
  }
  await import('./main.tsx');
}

function showFailure(isShown: boolean): void {
  const failure = document.getElementById('start-failure');
  if (failure) failure.style.display = isShown ? 'block' : 'none';
}

async function start(): Promise<void> {
  // The app's code keeps a slow phone busy for a second, so paint the stored screen first.
  await paintStoredScreen(loadStyleSheet);
  await importWithRetries(loadApp, () => showFailure(true));
  showFailure(false);
}

guardSinks();
void start().catch(() => showFailure(true));
