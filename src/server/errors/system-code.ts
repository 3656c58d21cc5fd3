/** Code of an error of the system or of Node, such as `ENOENT`; undefined for any other. */
export const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
