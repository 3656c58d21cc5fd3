import type { FuzzClient } from './client.ts';
import type { Identities } from './identities.ts';
import type { Known } from './values.ts';

/** A 2 x 2 pixel PNG. */
const smallPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAMAAABFaP0WAAAAA1BMVEULbk+2MsgTAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAC0lEQVQImWNgAAEAAAYAAeaH/n8AAAAASUVORK5CYII=';
/** The picture as a request to upload it. */
export const picture = { fileBase64: smallPng, filename: 'logo.png', mime: 'image/png' };

/** Ids of the demo's brand, and of others. */
export async function knownOf({ call }: FuzzClient, { own, approved, spare }: Identities): Promise<Known> {
  const get = <T>(path: string) => call<T>('GET', path, undefined, own.token());
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  const { data: campaigns } = await get<{ data: { id: string }[] }>('/brand/v1.0/campaigns?pageSize=50');
  const stages = 'AWAITING_EVIDENCE_CLEARANCE,ONGOING,OFFERED';
  const { data: offers } = await get<{ data: { id: string; currentStage: { fulfillment: { id: string } | null } }[] }>(
    `/brand/v1.0/offers?pageSize=50&offerStageType=${stages}`,
  );
  const files = { destinationPath: 'brand/profile-picture/', files: [picture] };
  const { urls } = await call<{ urls: { url: string }[] }>('POST', '/brand/v1.0/storage/upload', files, own.token());
  const tags = await get<{ id: string; name: string }[]>('/brand/v1.0/tags');
  return {
    brandId: approved.map(({ id }) => id),
    campaignId: idsOf(campaigns),
    replacesCampaignId: idsOf(campaigns),
    tagIds: idsOf(tags),
    id: idsOf(offers),
    offerId: idsOf(offers),
    iconUrl: urls.map(({ url }) => url),
    fileBase64: [smallPng],
    fulfillmentId: offers.map(({ currentStage }) => currentStage.fulfillment?.id ?? 'ful_none'),
    refreshToken: spare.map(({ refreshToken }) => refreshToken),
    email: ['demo@afield.test', 'new@afield.test', 'ada@brands.test'],
    password: ['Right-pass1!', 'Demo-pass1!'],
    // With the demo's own password a request could change it, which would lock all others out.
    currentPassword: ['Right-pass1!'],
  };
}
