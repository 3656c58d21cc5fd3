/** An error of S3, with its status and the code by which Amazon's library tells errors apart. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const noSuchKey = () => new Refusal(404, 'NoSuchKey', 'The specified key does not exist.');
export const noSuchUpload = () => new Refusal(404, 'NoSuchUpload', 'The specified multipart upload does not exist.');

/** Error for a call of S3 that the app hasn't made so far: it must fail loudly, and not be answered by halves. */
export const notImplemented = (what: string) => new Refusal(501, 'NotImplemented', `The stand-in knows no ${what}.`);
