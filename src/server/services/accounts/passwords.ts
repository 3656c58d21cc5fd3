import { hash, verify } from '@node-rs/argon2';

// OWASP's parameters for argon2id, which is this library's default algorithm: 19 MiB, 2 passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let unknownHash: Promise<string> | undefined;

/**
 * True if a password is correct. Without a hash (an unknown email, or an erased brand's empty hash) it takes equally
 * long and returns false.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  unknownHash ??= hashPassword('no account has this password');
  const right = await verify(passwordHash || (await unknownHash), password);
  return right && passwordHash !== null && passwordHash !== '';
}
