import * as v from 'valibot';
import { packList, unpackList } from '../packed-list.ts';
import { startingWith } from '../ranges.ts';
import type { CopySchema, EntityStore } from '../schema.ts';
import type { MigrationStep } from './step.ts';

type Upgrade = Parameters<MigrationStep<CopySchema>>[1];
type Facets = readonly string[];

const isInvalidated = (offer: unknown) => v.is(v.object({ invalidationType: v.string() }), offer);

/** Gives the entries of each brand's list other facets. A list that can't be read stays: it is found out when it is read. */
async function relabel(
  upgrade: Upgrade,
  { name, facetCount }: { name: EntityStore; facetCount: number },
  facetsOf: (facets: Facets, record: unknown) => Facets,
): Promise<void> {
  const lists = upgrade.objectStore('lists');
  for (const row of await lists.getAll()) {
    if (row.name !== name) continue;
    const entries = unpackList(row, facetCount);
    for (const { id, value } of await upgrade.objectStore(name).getAll(startingWith(row.brandId))) {
      const entry = entries.get(id);
      if (entry !== undefined) entries.set(id, { ...entry, facets: facetsOf(entry.facets, value) });
    }
    if (entries.size > 0) await lists.put({ ...row, ...packList(entries.values(), facetCount) });
  }
}

/** An approved campaign without a worker is queued; an offer that was invalidated at any stage is under INVALIDATED. */
export const relabelLists: MigrationStep<CopySchema> = async (_, upgrade) => {
  await relabel(upgrade, { name: 'campaigns', facetCount: 3 }, ([approval = '', worker = '', status = '']) => [
    ...[approval, worker === '' && approval === 'APPROVED' ? 'QUEUED' : worker, status],
  ]);
  await relabel(upgrade, { name: 'offers', facetCount: 2 }, ([campaignId = '', stage = ''], offer) => [
    ...[campaignId, isInvalidated(offer) ? 'INVALIDATED' : stage],
  ]);
};
