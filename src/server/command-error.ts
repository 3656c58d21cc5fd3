/** A command can't do what was asked, for a reason that its caller can mend; nothing was changed. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
