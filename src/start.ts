import { paintStoredScreen } from '#app/painting/painted-screen.ts';
import { holdsEarlyLogin, whenFree } from '#app/session/early-login.ts';
import { guardSinks } from '#ui/loading/trusted-types.ts';

async function start(): Promise<void> {
  // The app's code keeps a slow phone busy for a second, so paint the stored screen first.
  await paintStoredScreen();
  const root = document.getElementById('root');
  if (root !== null && holdsEarlyLogin(root)) {
    // The login is already in the page. Load the app in pieces so the form stays responsive between them.
    await whenFree();
    await import('react-dom/client');
    await whenFree();
  }
  await import('./main.tsx');
}

guardSinks();
start().catch(() => {
  const failure = document.getElementById('start-failure');
  if (failure) failure.style.display = 'block';
});
