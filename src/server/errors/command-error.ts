/** Thrown if a command failed for a reason that its caller can fix, without changing anything. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
