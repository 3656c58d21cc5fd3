import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type SendMailOptions } from 'nodemailer';

/** An email ready to be sent. */
export interface ReadyMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
  /** URL at which one POST turns off emails of this kind; null if they can't be turned off. */
  unsubscribeUrl: string | null;
}

/** Sends emails, by SMTP or to files. */
export interface MailTransport {
  /** True if sending an email again can't duplicate it. */
  readonly repeatable: boolean;
  /** @throws {MailError} */
  send(mail: ReadyMail): Promise<void>;
}

/**
 * Explains why an email wasn't sent. `retry`: it definitely wasn't sent, and another attempt may succeed. `refused`:
 * no other attempt will succeed. `unknown`: it may have been sent.
 */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly outcome: 'retry' | 'refused' | 'unknown';

  constructor(outcome: MailError['outcome'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.outcome = outcome;
  }
}

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000, dnsTimeout: 15_000 };

const optionsOf = (mail: ReadyMail, from: string): SendMailOptions => ({
  from,
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  date: mail.date,
  // The id is the same for every attempt, so that mail clients can recognize a duplicate.
  messageId: `<${mail.id.toLowerCase()}@${from.split('@').at(-1)?.replace('>', '') ?? 'afield'}>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    // RFC 8058: a mail client asks for confirmation and POSTs; opening the URL changes nothing.
    ...(mail.unsubscribeUrl !== null && {
      'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/**
 * Returns the sender: `from` in the SMTP URL's query, otherwise the URL's user if that is an email, otherwise an
 * address at the app's host.
 */
export function senderOf(smtpUrl: string | null, publicUrl: string): string {
  const url = smtpUrl === null ? null : new URL(smtpUrl);
  const user = decodeURIComponent(url?.username ?? '');
  const { hostname } = new URL(publicUrl);
  const address = url?.searchParams.get('from') ?? (user.includes('@') ? user : `no-reply@${hostname}`);
  return address.includes('<') ? address : `Afield <${address}>`;
}

/** Removes the sender from the SMTP URL, since nodemailer doesn't know this parameter. */
function smtpAddress(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  url.searchParams.delete('from');
  return url.href;
}

/**
 * Connects to a mail server and logs in without sending anything.
 * @throws the error of the system or the mail server
 */
export async function checkLogin(smtpUrl: string): Promise<void> {
  const transporter = nodemailer.createTransport({ url: smtpAddress(smtpUrl), ...timeouts });
  try {
    await transporter.verify();
  } finally {
    transporter.close();
  }
}

/** Sends by SMTP, with one connection per email. */
export function smtpTransport(smtpUrl: string, from: () => string): MailTransport {
  const url = smtpAddress(smtpUrl);
  return {
    repeatable: false,
    async send(mail) {
      let hasBegun = false;
      const transporter = nodemailer.createTransport({ url, ...timeouts });
      // The body is read only after the server has accepted the sender and recipient. Nothing can have been sent before that.
      transporter.use('stream', ({ message }, done) => {
        const read = message.createReadStream.bind(message);
        message.createReadStream = (options) => {
          hasBegun = true;
          return read(options);
        };
        done();
      });
      try {
        await transporter.sendMail(optionsOf(mail, from()));
      } catch (error) {
        throw new MailError(outcomeOf(error, hasBegun), error);
      } finally {
        transporter.close();
      }
    },
  };
}

/** A server that responds with a refusal hasn't accepted the email; one that doesn't respond may have. */
function outcomeOf(error: unknown, hasBegun: boolean): MailError['outcome'] {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  const isOfAddressee = error instanceof Error && 'command' in error && error.command === 'RCPT TO';
  if ((hasBegun || isOfAddressee) && code >= 500) return 'refused';
  return hasBegun && code === 0 ? 'unknown' : 'retry';
}

/** Writes each email to a file that mail clients can open. */
export function fileTransport(folder: string, from: () => string): MailTransport {
  const transporter = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    repeatable: true,
    async send(mail) {
      try {
        const { message } = await transporter.sendMail(optionsOf(mail, from()));
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = join(folder, `${mail.id}.eml`);
        // Rename the file once it is complete, so that a program watching the folder never reads part of an email.
        await writeFile(`${file}.part`, message, { mode: 0o600 });
        await rename(`${file}.part`, file);
      } catch (error) {
        throw new MailError('retry', error);
      }
    },
  };
}
