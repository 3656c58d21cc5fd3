/** A command failed for a reason that its caller can fix; nothing was changed. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
