import { vi } from 'vitest';

/** Vitest gives up after a second, which a busy machine may need for one answer, and has no setting for it. */
const timeout = 30_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) => waitFor(callback, typeof options === 'number' ? options : { timeout, ...options });
