/** A call that S3 would answer with an error: its status, and the code that Amazon's library tells errors apart by. */
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

/** What S3 can do and the app doesn't ask for: a call that is new to it is told, and never answered half. */
export const notImplemented = (what: string) => new Refusal(501, 'NotImplemented', `The stand-in knows no ${what}.`);
