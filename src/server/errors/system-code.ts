/** Code of a system or Node error, such as `ENOENT`; undefined for other errors. */
export const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
