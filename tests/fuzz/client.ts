import type { BrandSession } from '#contract/account/auth.ts';
import type { BrandIdentity } from './identities.ts';
import { createMailbox } from './mailbox.ts';

export type Session = BrandSession;
export interface Account {
  email: string;
  password: string;
}
export interface FuzzClient {
  /** Sends a request of the contract. @throws for any response but 2xx */
  call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, token?: string): Promise<T>;
  /** Sends a brand's request, and logs the brand in again if another request has ended its session. */
  callAs<T>(brand: BrandIdentity, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T>;
  login(account: Account): Promise<Session>;
  /** A brand that has just signed up, with the code from its email. */
  signUp(name: string): Promise<Account & { session: Session; emailCode: string }>;
  /** Requests a reset email and returns its code. */
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

/** Provides the accounts, emailed codes and money that a run needs besides its requests. */
export function createClient(address: string, dataDir: string): FuzzClient {
  let calls = 0;
  let accounts = 0;
  const mailbox = createMailbox(dataDir);
  const call = async <T>(method: string, path: string, body?: unknown, token?: string, from?: string): Promise<T> => {
    calls += 1;
    const headers = {
      'Content-Type': 'application/json',
      'Idempotency-Key': keyOf(calls),
      // Each request uses another address, so that per-address limits don't apply.
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
    // All logins come from one known address, since guesses by strangers have a separate limit.
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
