/** A file that can't be uploaded, in words for its owner. */
export class RefusedFileError extends Error {
  override readonly name = 'RefusedFileError';
  /** True if another try with the same file may do. */
  readonly canTryAgain: boolean;

  constructor(message: string, { canTryAgain = false } = {}) {
    super(message);
    this.canTryAgain = canTryAgain;
  }
}
