import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Known } from './values.ts';

/** Somebody who calls. */
export interface Identity {
  name: string;
  token(): string | null;
  /** Gets another token, after this one was refused. */
  renew(refused: string): Promise<void>;
}

const run = promisify(execFile);
/** Two by two pixels. */
const smallPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAMAAABFaP0WAAAAA1BMVEULbk+2MsgTAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAC0lEQVQImWNgAAEAAAYAAeaH/n8AAAAASUVORK5CYII=';
const demo = { email: 'demo@afield.test', password: 'Demo-pass1!' };
const fresh = { email: 'new@afield.test', password: 'Demo-pass1!' };
type Session = { brandId: string; accessToken: string; refreshToken: string };

export async function makeIdentities(address: string, dataDir: string) {
  let from = 0;
  const post = async (path: string, body: unknown): Promise<Session> => {
    from += 1;
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `172.16.${from >> 8}.${from & 255}` };
    const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const login = (account: typeof demo) => post('/brand/v1.0/auth/login', account);
  const stranger = { email: 'stranger@brands.test', password: 'Right-pass1!' };

  const brand = async (name: string, begin: () => Promise<Session>): Promise<Identity & { session: Session }> => {
    let session = await begin();
    const token = () => session.accessToken;
    let renewing: Promise<void> | null = null;
    const renew = async (refused: string) => {
      if (refused !== session.accessToken) return;
      renewing ??= begin()
        .then(
          (begun) => {
            session = begun;
          },
          () => {},
        )
        .finally(() => {
          renewing = null;
        });
      await renewing;
    };
    return { name, token, renew, session };
  };
  const fixed = (name: string, token: string | null): Identity => ({ name, token: () => token, renew: async () => {} });

  const own = await brand('own', () => login(demo));
  const unboarded = await brand('not onboarded', () => login(fresh));
  await post('/brand/v1.0/auth/signup', { name: 'Stranger', ...stranger });
  const unverified = await brand('unverified', () => login(stranger));
  const command = ['--import', 'tsx', 'src/server/commands/admin.ts', 'start-session', 'team@afield.test', '--json'];
  const { stdout } = await run(process.execPath, command, { env: { ...process.env, DATA_DIR: dataDir } });
  const team = JSON.parse(stdout) as { accessToken: string };
  const ended = await login(demo);
  await fetch(`${address}/brand/v1.0/auth/logout`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ended.accessToken}` },
  });
  const [head = '', , signature = ''] = own.session.accessToken.split('.');
  const payload = Buffer.from(JSON.stringify({ sub: own.session.brandId, exp: 9_999_999_999 })).toString('base64url');
  const identities: Identity[] = [
    // Most of what can be reached is behind this one.
    ...[own, own, own, own, own, own, own, own, unboarded, unverified],
    fixed('nobody', null),
    fixed('junk', 'not.a.token'),
    fixed('forged', `${head}.${payload}.${signature}`),
    fixed('ended', ended.accessToken),
    fixed('a refresh token', own.session.refreshToken),
    fixed('the provider’s team', team.accessToken),
  ];
  return { identities, known: await knownOf(address, [own.session, unboarded.session, unverified.session]) };
}

/** The ids that the demo's brand has, and those of others. */
async function knownOf(address: string, [own, ...others]: Session[]): Promise<Known> {
  const get = async (path: string) => {
    const headers = { Authorization: `Bearer ${own?.accessToken ?? ''}` };
    return (await fetch(address + path, { headers })).json();
  };
  const campaigns: { id: string }[] = (await get('/brand/v1.0/campaigns?pageSize=50')).data;
  const stages = 'AWAITING_EVIDENCE_CLEARANCE,ONGOING,OFFERED';
  const offers: { id: string; currentStage: { fulfillment: { id: string } | null } }[] = (
    await get(`/brand/v1.0/offers?pageSize=50&offerStageType=${stages}`)
  ).data;
  const added = await fetch(`${address}/brand/v1.0/billing/payment-methods`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${own?.accessToken ?? ''}`,
      ...{ 'Content-Type': 'application/json', 'Idempotency-Key': '01J000000000000000000000ZZ' },
    },
    body: JSON.stringify({ type: 'stripe', stripeToken: 'pm_sandbox_4242' }),
  });
  const card: { id: string } = await added.json();
  const picture = { fileBase64: smallPng, filename: 'logo.png', mime: 'image/png' };
  const uploaded = await fetch(`${address}/brand/v1.0/storage/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${own?.accessToken ?? ''}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ destinationPath: 'brand/profile-picture/', files: [picture] }),
  });
  const { urls }: { urls: { url: string }[] } = await uploaded.json();
  const tags: { id: string }[] = await get('/brand/v1.0/tags');
  const brandIds = [own, ...others].flatMap((session) => session?.brandId ?? []);
  const offerIds = offers.map(({ id }) => id);
  return {
    brandId: brandIds,
    campaignId: campaigns.map(({ id }) => id),
    replacesCampaignId: campaigns.map(({ id }) => id),
    tagIds: tags.map(({ id }) => id),
    id: offerIds,
    offerId: offerIds,
    paymentMethodId: [card.id],
    iconUrl: urls.map(({ url }) => url),
    fileBase64: [smallPng],
    fulfillmentId: offers.map(({ currentStage }) => currentStage.fulfillment?.id ?? 'ful_none'),
    refreshToken: [own, ...others].flatMap((session) => session?.refreshToken ?? []),
    email: [demo.email, fresh.email, 'ada@brands.test'],
    password: ['Right-pass1!', demo.password],
    // The demo's own would lock all others out.
    currentPassword: ['Right-pass1!'],
  };
}
