/** A file that can't be uploaded, with a message for the user. */
export class RefusedFileError extends Error {
  override readonly name = 'RefusedFileError';
  /** True if retrying with the same file may succeed. */
  readonly canTryAgain: boolean;

  constructor(message: string, { canTryAgain = false } = {}) {
    super(message);
    this.canTryAgain = canTryAgain;
  }
}
