import { createECDH, hkdfSync } from 'node:crypto';

/** The server's key for push services (RFC 8292), in base64url. */
export interface VapidKey {
  publicKey: string;
  privateKey: string;
}

/** Order of the P-256 group (NIST SP 800-186, 3.2.1.3). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Returns the given key, or one derived from the server's secret. Subscriptions are bound to the key, so it must
 * survive restarts and be the same on all servers of a database.
 */
export function vapidKey(secret: string, givenPrivateKey: string | null): VapidKey {
  const privateKey = givenPrivateKey === null ? derive(secret) : Buffer.from(givenPrivateKey, 'base64url');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

/** Uses 16 extra bytes, so that all keys are equally likely (FIPS 186-5, A.2.1). */
function derive(secret: string): Buffer {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'afield vapid', 48));
  const number = (BigInt(`0x${bytes.toString('hex')}`) % (order - 1n)) + 1n;
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
}

/** Returns the contact for push services, some of which reject a localhost URL. */
export function vapidSubject(publicUrl: string): string {
  const { protocol, hostname, origin } = new URL(publicUrl);
  return protocol === 'https:' ? origin : `mailto:no-reply@${hostname}`;
}
