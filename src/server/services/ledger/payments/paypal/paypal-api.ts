import * as v from 'valibot';
import { ProviderUnavailableError } from '../provider.ts';

export interface PaypalAccess {
  clientId: string;
  clientSecret: string;
  environment: 'live' | 'sandbox';
  /** Defaults to PayPal's own URL. */
  url?: URL;
}

const addresses = { live: 'https://api-m.paypal.com', sandbox: 'https://api-m.sandbox.paypal.com' } as const;
const timeoutMs = 15_000;
/** Tokens are renewed this long before they expire. */
const leewaySecs = 60;
const tokenSchema = v.object({ access_token: v.string(), expires_in: v.number() });

/** Calls PayPal endpoints that its SDK doesn't cover: disputes and event verification. */
export function paypalApi({ clientId, clientSecret, environment, url }: PaypalAccess) {
  const base = url ?? new URL(addresses[environment]);
  let token: { value: string; endsAtMs: number } | null = null;

  async function ask<T>(path: string, init: RequestInit, schema: v.GenericSchema<unknown, T>): Promise<T> {
    try {
      const response = await fetch(new URL(path, base), { ...init, signal: AbortSignal.timeout(timeoutMs) });
      if (!response.ok) throw new Error(`PayPal responded with ${response.status}`);
      return v.parse(schema, await response.json());
    } catch (cause) {
      throw new ProviderUnavailableError('PayPal’s response couldn’t be read', { cause });
    }
  }

  async function authorization(): Promise<string> {
    if (token !== null && Date.now() < token.endsAtMs) return token.value;
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const headers = { Authorization: `Basic ${credentials}`, 'Content-Type': 'application/x-www-form-urlencoded' };
    const init = { method: 'POST', headers, body: 'grant_type=client_credentials' };
    const { access_token, expires_in } = await ask('/v1/oauth2/token', init, tokenSchema);
    token = { value: `Bearer ${access_token}`, endsAtMs: Date.now() + (expires_in - leewaySecs) * 1000 };
    return token.value;
  }

  return {
    /** @throws {ProviderUnavailableError} */
    get: async <T>(path: string, schema: v.GenericSchema<unknown, T>): Promise<T> =>
      ask(path, { headers: { Authorization: await authorization() } }, schema),
    /** @throws {ProviderUnavailableError} */
    post: async <T>(path: string, body: string, schema: v.GenericSchema<unknown, T>): Promise<T> => {
      const headers = { Authorization: await authorization(), 'Content-Type': 'application/json' };
      return ask(path, { method: 'POST', headers, body }, schema);
    },
  };
}

export type PaypalApi = ReturnType<typeof paypalApi>;
