import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MailTransport, ReadyMail } from '#server/services/mail/transport.ts';
import type { TestServer } from '../servers/server.ts';

export interface ReadMail {
  to: string;
  from: string;
  subject: string;
  headers: ReadonlyMap<string, string>;
  text: string;
  html: string;
  /** The first address in the plain part, or empty. */
  link: string;
}

/** Reads the emails that a server has written as files, oldest first. */
export function readMails(dataDir: string): ReadMail[] {
  const folder = join(dataDir, 'mail');
  const names = readdirOrEmpty(folder).filter((name) => name.endsWith('.eml'));
  return names.sort().map((name) => parseMail(readFileSync(join(folder, name), 'utf8')));
}

/** A unique email address for a brand. */
export const newEmail = (): string => `brand-${crypto.randomUUID()}@brands.test`;

/** Sends a server's due emails as files. @returns all emails sent to an address, oldest first */
export async function mailsTo(server: Pick<TestServer, 'deliverMails' | 'dataDir'>, address: string) {
  await server.deliverMails();
  return readMails(server.dataDir).filter(({ to }) => to.includes(address));
}

/** The code in an email's link. @throws if there is no link */
export const codeIn = (mail: ReadMail | undefined): string => new URL(mail?.link ?? '').searchParams.get('code') ?? '';

/** Returns a function that sends a server's due emails and returns them; no file is written. */
export function mailCollector(server: Pick<TestServer, 'deliverMails'>): () => Promise<ReadyMail[]> {
  const sent: ReadyMail[] = [];
  const transport: MailTransport = { repeatable: true, send: async (mail) => void sent.push(mail) };
  return async () => {
    await server.deliverMails(transport);
    return sent.splice(0);
  };
}

function readdirOrEmpty(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Parses a multipart/alternative email with a plain and an HTML part (RFC 2045 and 2046). */
export function parseMail(source: string): ReadMail {
  const { headers, body } = split(source.replace(/\r\n/g, '\n'));
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) throw new Error('Expected a mail of several parts');
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\n/, '')));
  const contentOf = (type: string) => {
    const part = parts.find((each) => each.headers.get('content-type')?.startsWith(type));
    if (part === undefined) throw new Error(`Expected a part of ${type}`);
    return decode(part.body, part.headers.get('content-transfer-encoding') ?? '7bit');
  };
  const text = contentOf('text/plain');
  return {
    to: headers.get('to') ?? '',
    from: headers.get('from') ?? '',
    subject: decodeWords(headers.get('subject') ?? ''),
    headers,
    text,
    html: contentOf('text/html'),
    link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
  };
}

function split(source: string): { headers: Map<string, string>; body: string } {
  const end = source.indexOf('\n\n');
  const lines = source
    .slice(0, end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: source.slice(end + 2) };
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return quotedPrintable(body.replace(/=\n/g, ''));
  return body;
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Decodes encoded words such as =?UTF-8?Q?caf=C3=A9?= (RFC 2047). */
const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replace(/_/g, ' ')),
    );
