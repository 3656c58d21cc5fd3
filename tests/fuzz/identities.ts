import { Readable } from 'node:stream';
import type { AdminSession } from '#contract/account/auth.ts';
import { callServer } from '#server/control/client.ts';
import type { Account, FuzzClient, Session } from './client.ts';

/** A caller. */
export interface Identity {
  name: string;
  token(): string | null;
  /** Replaces a refused token; false if there is no other. */
  renew(refused: string): Promise<boolean>;
}

/** A brand that logs in again after its session has ended. */
export interface BrandIdentity extends Identity {
  id: string;
  token(): string;
}

export interface Identities {
  /** The demo's brand, which has campaigns, offers and posts. */
  own: BrandIdentity;
  /** Brands that are verified and approved, `own` among them. */
  approved: readonly BrandIdentity[];
  admin: AdminSession;
  /** All callers, repeated by how often they call. */
  all: readonly Identity[];
  /** Sessions used by no other request: their refresh tokens stay valid until they are used. */
  spare: readonly Session[];
}

const demo = { email: 'demo@afield.test', password: 'Demo-pass1!' };
const fresh = { email: 'new@afield.test', password: 'Demo-pass1!' };

/** Runs a team command within the server, without a process for each. */
export const commandOn = (dataDir: string) => (name: string, input: unknown) =>
  callServer(dataDir, { command: name, input }, () => Readable.from([]));

export async function makeIdentities(client: FuzzClient, dataDir: string): Promise<Identities> {
  const command = commandOn(dataDir);
  const own = await brandOf(client, 'own', demo);
  const second = await approvedBrand(client, 'second', command);
  const third = await approvedBrand(client, 'third', command);
  const unboarded = await brandOf(client, 'not onboarded', fresh);
  const unverified = await brandOf(client, 'unverified', await client.signUp('Stranger'));
  const admin = (await command('start-admin-session', { email: 'team@afield.test' })) as AdminSession;
  const ended = await client.login(demo);
  await client.call('POST', '/brand/v1.0/auth/logout', {}, ended.accessToken);
  const [head = '', , signature = ''] = own.token().split('.');
  const payload = Buffer.from(JSON.stringify({ sub: own.id, exp: 9_999_999_999 })).toString('base64url');
  const spare = [await client.login(demo), (await client.signUp('Spare')).session];
  return {
    own,
    approved: [own, second, third, unboarded],
    admin,
    spare,
    all: [
      // Most endpoints only respond to this one in full.
      ...[own, own, own, own, own, own, own, own, unboarded, unverified],
      fixed('nobody', null),
      fixed('junk', 'not.a.token'),
      fixed('forged', `${head}.${payload}.${signature}`),
      fixed('ended', ended.accessToken),
      fixed('a refresh token', ended.refreshToken),
      fixed('the provider’s team', admin.accessToken),
    ],
  };
}

const fixed = (name: string, token: string | null): Identity => ({
  name,
  token: () => token,
  renew: async () => false,
});

async function approvedBrand(client: FuzzClient, name: string, command: ReturnType<typeof commandOn>) {
  const { emailCode, session, ...account } = await client.signUp(name);
  await client.call('POST', '/brand/v1.0/verifyEmail', { emailCode }, session.accessToken);
  await command('decide-on-brand', { brand: account.email, decision: 'APPROVED' });
  return brandOf(client, name, account);
}

async function brandOf(client: FuzzClient, name: string, account: Account): Promise<BrandIdentity> {
  let session = await client.login(account);
  let renewing: Promise<boolean> | null = null;
  const again = () =>
    client.login(account).then(
      (begun) => {
        session = begun;
        return true;
      },
      () => false,
    );
  return {
    name,
    id: session.brandId,
    token: () => session.accessToken,
    async renew(refused) {
      if (refused !== session.accessToken) return true;
      renewing ??= again().finally(() => {
        renewing = null;
      });
      return renewing;
    },
  };
}
