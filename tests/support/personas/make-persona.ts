import { eq } from 'drizzle-orm';
import { onboardingSteps } from '#contract/brand/brand.ts';
import { brands } from '#server/database/tables/tables.ts';
import { operate } from '#tests/support/servers/operate.ts';
import type { TestServer } from '#tests/support/servers/server.ts';
import { world, worldPassword } from '#tests/support/servers/world.ts';
import { accountStates, newlySignedUp, type Persona, suspension } from './personas.ts';

/** A persona's account and records; ids are null for missing ones. */
export interface MadePersona {
  brandId: string;
  name: string;
  email: string;
  password: string;
  /** Access token of a session started before the brand was suspended or erased. */
  token: string;
  campaignId: string | null;
  /** An offer whose draft awaits the brand. */
  offerId: string | null;
}

/** The account of a creator that several brands work with. */
const sharedCreator = { platform: 'TIKTOK', username: 'ada.moss', firstName: 'Ada', lastName: 'Moss' } as const;

const named = {
  unverified: 'Unread Mail Tea',
  unapproved: 'Patient Oats',
  rejected: 'Turned Down Tobacco',
  approved: 'First Day Soap',
  oneCampaign: 'Single Origin Coffee',
  suspended: 'Paused Sneakers',
  erased: 'Gone Candles',
  overlapping: 'Second Cup Coffee',
} as const satisfies Record<Persona, string>;

/** Creates a persona, using the team's own commands where a real brand would need them. */
export async function makePersona(
  server: Pick<TestServer, 'db' | 'clock' | 'sessionOf'> & Partial<TestServer>,
  persona: Persona,
): Promise<MadePersona> {
  const given = world(server.db);
  const isNew = newlySignedUp.includes(persona);
  const onboarding = Object.fromEntries(onboardingSteps.map((step) => [step, !isNew]));
  const accountState =
    persona === 'suspended' || persona === 'erased' ? accountStates.approved : accountStates[persona];
  const name = named[persona];
  const brandId = await given.brand({ name, onboarding, description: 'Made with care.', ...accountState });
  const [row] = await server.db.select({ email: brands.email }).from(brands).where(eq(brands.id, brandId));
  const email = row?.email ?? '';
  const { accessToken: token } = await server.sessionOf(brandId);
  const account = { brandId, name, email, token, password: worldPassword, campaignId: null, offerId: null };
  if (isNew) return account;
  if (persona === 'erased') {
    await operate(server, 'erase-data', { kind: 'brand', named: email, isConfirmed: true });
    return account;
  }
  await given.funds(brandId, 100_000);
  const now = server.clock.now();
  const campaignId = await given.campaign(brandId, { startAt: now, workerStartDate: now, createdAt: now });
  const creatorId = await given.creator(brandId, sharedCreator);
  const offerId = await given.offer(brandId, campaignId, { creatorId });
  await given.submission(brandId, offerId, {}, now);
  if (persona === 'suspended') {
    await operate(server, 'suspend-brand', { brand: email, reason: suspension.reason });
  }
  return { ...account, campaignId, offerId };
}
