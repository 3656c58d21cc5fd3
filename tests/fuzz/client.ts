import type { BrandSession } from '#contract/auth.ts';
import type { BrandIdentity } from './identities.ts';
import { createMailbox } from './mailbox.ts';

export type Session = BrandSession;
export interface Account {
  email: string;
  password: string;
}
export interface FuzzClient {
  /** Calls as a client that keeps to the contract. @throws for any answer but 2xx */
  call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, token?: string): Promise<T>;
  /** The same by a brand, which logs in again where another call has ended its session. */
  callAs<T>(brand: BrandIdentity, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T>;
  login(account: Account): Promise<Session>;
  /** A brand that just signed up, with the code of its mail. */
  signUp(name: string): Promise<Account & { session: Session; emailCode: string }>;
  /** The code of a mail that a brand asks for. */
  resetCodeOf(email: string): Promise<string>;
}

const keyOf = (count: number) => `01J1${String(count).padStart(22, '0')}`;

class RefusedError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What a run needs beside the requests that it is about: accounts, codes of mails, money. */
export function createClient(address: string, dataDir: string): FuzzClient {
  let calls = 0;
  let accounts = 0;
  const mailbox = createMailbox(dataDir);
  const call = async <T>(method: string, path: string, body?: unknown, token?: string, from?: string): Promise<T> => {
    calls += 1;
    const headers = {
      'Content-Type': 'application/json',
      'Idempotency-Key': keyOf(calls),
      // The limits by address are those of one that tries many things.
      'X-Forwarded-For': from ?? `172.16.${(calls >> 8) & 255}.${calls & 255}`,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const init = method === 'GET' ? { headers } : { method, headers, body: JSON.stringify(body ?? {}) };
    const response = await fetch(address + path, init);
    if (!response.ok) throw new RefusedError(response.status, `${path} answered: ${await response.text()}`);
    return response.json();
  };
  return {
    call,
    async callAs(brand, method, path, body) {
      const token = brand.token();
      try {
        return await call(method, path, body, token);
      } catch (error) {
        if (!(error instanceof RefusedError && error.status === 401 && (await brand.renew(token)))) throw error;
        return await call(method, path, body, brand.token());
      }
    },
    // From where it logged in first: strangers who guess use up a limit of theirs.
    login: (account) => call('POST', '/brand/v1.0/auth/login', account, undefined, '172.31.0.1'),
    async signUp(name) {
      accounts += 1;
      const account = { email: `made${accounts}@brands.test`, password: 'Right-pass1!' };
      const session = await call<Session>('POST', '/brand/v1.0/auth/signup', { name, ...account });
      return { ...account, session, emailCode: await mailbox.codeFor(account.email, 'Verify your email') };
    },
    async resetCodeOf(email) {
      await call('POST', '/brand/v1.0/auth/requestPasswordReset', { email });
      return mailbox.codeFor(email, 'Reset your password');
    },
  };
}
