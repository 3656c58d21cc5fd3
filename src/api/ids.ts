import { ulid } from '#domain/shared/ulid.ts';

/** New ULID: the key of one user action, kept across its retries. */
export const newUlid = (): string => ulid(Date.now(), crypto.getRandomValues(new Uint8Array(16)));
