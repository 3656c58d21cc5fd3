import { appSettings } from './app-settings.ts';

/** Address of a path of the API: at the app's own origin, or at a provider's server elsewhere. */
export const apiUrl = (path: string): string => `${appSettings().apiUrl ?? ''}${path}`;
