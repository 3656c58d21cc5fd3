import { compress } from 'hono/compress';

/** A phone's first copy is mostly JSON, and shrinks to a tenth. Small answers stay as they are. */
export const compressed = compress({ threshold: 1_024 });
