import { holdsEarlyLogin, whenFree } from '#app/early-login.ts';
import { paintStoredScreen } from '#app/painted-screen.ts';

/** Loads the app in pieces. The login is in the page already, so it comes first: it takes input between them. */
async function start(): Promise<void> {
  // The app's code keeps a slow phone busy for a second, so paint what needs none of it first.
  await paintStoredScreen();
  const root = document.getElementById('root');
  const isLogin = root !== null && holdsEarlyLogin(root);
  if (isLogin) await whenFree();
  await import('react-dom/client');
  if (isLogin) await whenFree();
  await import('./main.tsx');
}

start().catch(() => {
  const failure = document.getElementById('start-failure');
  if (failure) failure.style.display = 'block';
});
