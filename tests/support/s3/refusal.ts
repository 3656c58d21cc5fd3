/** An S3 error, with its status and the code by which Amazon's library distinguishes errors. */
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

/** Error for an S3 request that the app hasn't used so far: it must fail loudly instead of working by half. */
export const notImplemented = (what: string) => new Refusal(501, 'NotImplemented', `The stand-in knows no ${what}.`);
