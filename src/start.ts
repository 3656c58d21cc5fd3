import { paintStoredScreen } from '#app/painted-screen.ts';

// The app's code keeps a slow phone busy for a second: what can be painted without it is painted first.
paintStoredScreen()
  .then(() => import('./main.tsx'))
  .catch(() => {
    const failure = document.getElementById('start-failure');
    if (failure) failure.style.display = 'block';
  });
