/** Where the API is: the app's own origin, or a provider's server elsewhere by `VITE_API_URL`. */
export const apiUrl = (path: string): string => `${(import.meta.env.VITE_API_URL ?? '').replace(/\/+$/, '')}${path}`;
