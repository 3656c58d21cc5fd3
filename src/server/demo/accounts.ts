import { onboardingSteps } from '#contract/brand/brand.ts';
import type { Database } from '../database/database.ts';
import { brands } from '../database/tables/tables.ts';
import { hashPassword } from '../services/accounts/passwords.ts';
import { demoHashtag } from './brand/guidelines.ts';
import { after, dayMs } from './brand/times.ts';
import { idFrom, randomFor } from './random.ts';

export const demoLogin = { email: 'demo@afield.test', password: 'Demo-pass1!' } as const;

export const demoBrandName = 'Fernhill';

const steps = (isDone: boolean) => Object.fromEntries(onboardingSteps.map((step) => [step, isDone]));

/** Each account shows one state of the screens between login and app. All use the demo's password. */
const otherAccounts = [
  { email: 'new@afield.test', name: 'Sundry & Daughters', emailVerified: true, approvalStatus: 'APPROVED' },
  { email: 'unverified@afield.test', name: 'Kettle Lane', emailVerified: false, approvalStatus: 'PENDING' },
  { email: 'review@afield.test', name: 'Okapi Cycles', emailVerified: true, approvalStatus: 'PENDING' },
] as const;

/** Accounts that are never approved, because they demonstrate the pending state. */
export const gateLogins = otherAccounts.flatMap(({ email, approvalStatus }) =>
  approvalStatus === 'PENDING' ? [email] : [],
);

/** Accounts whose password is public. */
export const demoEmails: readonly string[] = [demoLogin.email, ...otherAccounts.map(({ email }) => email)];

/** @returns the ID of the demo brand */
export async function insertAccounts(db: Database, now: Date): Promise<string> {
  const passwordHash = await hashPassword(demoLogin.password);
  const id = await insertDemoBrand(db, { email: demoLogin.email, name: demoBrandName, passwordHash, now });
  for (const { email, name, emailVerified, approvalStatus } of otherAccounts) {
    const createdAt = after(now, -0.2 * dayMs);
    await db.insert(brands).values({
      id: idFrom(randomFor(email), 'brd', createdAt),
      name,
      email,
      passwordHash,
      emailVerified,
      emailVerifiedAt: emailVerified ? after(now, -0.15 * dayMs) : null,
      approvalStatus,
      cpmCents: 500,
      onboarding: steps(false),
      createdAt,
    });
  }
  return id;
}

interface DemoBrand {
  email: string;
  name: string;
  passwordHash: string;
  now: Date;
}

/** Inserts a fully set-up brand that was created 230 days ago. @returns its ID */
export async function insertDemoBrand(db: Database, { email, name, passwordHash, now }: DemoBrand): Promise<string> {
  const createdAt = after(now, -230 * dayMs);
  const id = idFrom(randomFor(email), 'brd', createdAt);
  await db.insert(brands).values({
    id,
    name,
    email,
    passwordHash,
    emailVerified: true,
    emailVerifiedAt: createdAt,
    approvalStatus: 'APPROVED',
    iconUrl: '/media/demo/brand.svg',
    description: 'Bottles, packs and small comforts for days outside, made to be repaired.',
    brandUrl: 'https://fernhill.example',
    storeLocatorUrl: 'https://fernhill.example/stores',
    tikTokHandle: 'fernhill.goods',
    youtubeHandle: 'fernhillgoods',
    instagramHandle: 'fernhill.goods',
    facebookHandle: 'fernhillgoods',
    requiredHashtag: demoHashtag,
    cpmCents: 500,
    onboarding: steps(true),
    createdAt,
  });
  return id;
}
