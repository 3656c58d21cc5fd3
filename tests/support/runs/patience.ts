import { vi } from 'vitest';

/**
 * Vitest's waits give up after a second, which a busy machine may need for one response, and it has no setting for
 * them.
 */
const timeout = 30_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) => waitFor(callback, typeof options === 'number' ? options : { timeout, ...options });
