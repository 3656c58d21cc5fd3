export const defaultHost = '127.0.0.1';

/** Whether only this machine can reach an address. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
