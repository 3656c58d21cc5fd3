import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

export interface Account {
  accessKeyId: string;
  secretAccessKey: string;
}

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([\w-]+)\/s3\/aws4_request), SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/;
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const denied = () => new Refusal(403, 'AccessDenied', 'Access Denied');

/**
 * Refuses a request that the account didn't sign with version 4 of Amazon's signatures:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function checkSignature({ method, url = '', headers }: IncomingMessage, account: Account): void {
  const [, keyId, scope = '', day = '', region = '', signed = '', given] = form.exec(headers.authorization ?? '') ?? [];
  if (keyId === undefined) throw denied();
  if (keyId !== account.accessKeyId) {
    throw new Refusal(403, 'InvalidAccessKeyId', 'The access key does not exist in our records.');
  }
  const names = signed.split(';');
  const mustBeSigned = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (mustBeSigned.some((name) => !names.includes(name))) throw denied();
  // Use the path as sent: parsing may normalize dots and characters that were signed.
  const [path, query] = url.split('?');
  const text = [
    method,
    path,
    canonicalQuery(new URLSearchParams(query)),
    ...names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const hash = createHash('sha256').update(text).digest('hex');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${account.secretAccessKey}`);
  const right = hmac(key, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n')).toString('hex');
  if (given !== right) {
    throw new Refusal(403, 'SignatureDoesNotMatch', 'The signature does not match the one that was calculated.');
  }
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
