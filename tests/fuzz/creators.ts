import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { CreatorOffer } from '#contract/creator/creator.ts';
import { callServer } from '#server/control/client.ts';
import { creatorLinks } from '#server/services/creators/links.ts';
import type { FuzzClient } from './client.ts';
import type { Example } from './examples.ts';
import { commandOn, type Identities, type Identity } from './identities.ts';
import { postAddress, randomCode } from './post-address.ts';
import type { Random } from './random.ts';

/** Enough offers for a whole run, since some moves end theirs. */
const invitedCount = 400;

/** Creators with offers from the demo's brand: some owe a link, others an address and a caption first. */
export async function createCreators(client: FuzzClient, { own }: Identities, dataDir: string) {
  const command = commandOn(dataDir);
  const emails = Array.from({ length: invitedCount }, (_, index) => `creator${index}@creators.test`);
  const rows = emails.map((email, index) => `${email},Ada,Lovelace,INSTAGRAM,creator.${index}`);
  const csv = ['email,firstName,lastName,platform,username', ...rows].join('\n');
  await callServer(dataDir, { command: 'import-creators', input: { dryRun: false } }, () =>
    Readable.from([Buffer.from(csv)]),
  );
  const [tag] = await client.callAs<{ id: string }[]>(own, 'GET', '/brand/v1.0/tags');
  const offerIds: string[] = [];
  for (const asks of [[], ['PACKAGE', 'CUSTOM_CAPTION']]) {
    const { id: campaignId } = await client.callAs<{ id: string }>(own, 'POST', '/brand/v1.0/campaigns', {
      title: 'For creators',
      campaignType: 'DROP',
      socialPlatforms: ['INSTAGRAM'],
      startAtDeltaSecs: 0,
      dos: ['Show it.'],
      donts: ['Hide it.'],
      tagIds: [tag?.id],
    });
    await command('decide-on-campaign', { campaignId, decision: 'APPROVED', asks });
    const half = emails.splice(0, invitedCount / 2);
    const { invited } = (await command('invite', { campaignId, emails: half })) as { invited: { offerId: string }[] };
    offerIds.push(...invited.map(({ offerId }) => offerId));
  }
  const secret = readFileSync(join(dataDir, 'session-secret'), 'utf8').trim();
  const links = creatorLinks(secret, () => '');
  const identities = offerIds.map((id): Identity => {
    const token = links.tokenOf({ id, linkGeneration: 1 });
    return { name: 'a creator', token: () => token, renew: async () => false };
  });
  const open = [...identities];

  return {
    identities,
    one: (random: Random): Example => ({ as: random.pick(identities) }),
    newLink: (random: Random): Example => ({ body: { token: random.pick(identities).token() } }),
    /** A response to a hold that the offer doesn't have: these campaigns pay nothing that could be held. */
    answer: (random: Random): Example => ({
      as: random.pick(identities),
      body: { holdId: `hld_${'0'.repeat(26)}`, text: 'Grüße 💚' },
    }),
    /** A move that the offer currently allows. */
    async move(random: Random): Promise<Example | null> {
      const at = random.below(open.length);
      const creator = open[at];
      if (creator === undefined) return null;
      const offer = await client.call<CreatorOffer>('GET', '/creator/v1.0/offer', undefined, creator.token() ?? '');
      // Moves that end an offer are rare; a draft would need an upload first.
      const moves = offer.moves.filter(
        (move) => !/draft/.test(move) && (!/decline|withdraw/.test(move) || random.chance(0.1)),
      );
      if (offer.moves.length === 0) open.splice(at, 1);
      if (moves.length === 0) return null;
      const link = postAddress(offer.account, randomCode(random));
      const body = { move: random.pick(moves), address: '1 Rue de l’Été', caption: 'Grüße 💚', link };
      return { as: creator, body, seen: String(offer.version) };
    },
  };
}
export type Creators = Awaited<ReturnType<typeof createCreators>>;
