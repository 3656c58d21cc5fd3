import { createECDH, hkdfSync } from 'node:crypto';

/** The key that a server shows push services (RFC 8292), in the URL's alphabet of Base64. */
export interface VapidKey {
  publicKey: string;
  privateKey: string;
}

/** Order of the group of P-256 (NIST SP 800-186, 3.2.1.3). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * The key that is given, or one of the server's secret: all servers of a database have the same, and it outlives restarts, as
 * subscriptions are bound to it.
 */
export function vapidKey(secret: string, givenPrivateKey: string | null): VapidKey {
  const privateKey = givenPrivateKey === null ? derive(secret) : Buffer.from(givenPrivateKey, 'base64url');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

/** 16 bytes more than needed, so that none of the keys is likelier than another (FIPS 186-5, A.2.1). */
function derive(secret: string): Buffer {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'afield vapid', 48));
  const number = (BigInt(`0x${bytes.toString('hex')}`) % (order - 1n)) + 1n;
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
}

/** Contact for push services: some reject an address of this machine. */
export function vapidSubject(publicUrl: string): string {
  const { protocol, hostname, origin } = new URL(publicUrl);
  return protocol === 'https:' ? origin : `mailto:no-reply@${hostname}`;
}
