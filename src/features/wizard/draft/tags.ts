import type { Tag } from '#contract/brand/brand.ts';

/** True for the tag All, which represents every creator and isn't listed with the others. */
const isAll = ({ name }: Tag) => name === 'All';

/** All tags except All. */
export const singleTags = (tags: readonly Tag[]): Tag[] => tags.filter((tag) => !isAll(tag));

/** A draft's tags that exist; the tag All selects each of them. */
export function selectedTags(tagIds: readonly string[], tags: readonly Tag[]): Tag[] {
  const hasAll = tags.some((tag) => isAll(tag) && tagIds.includes(tag.id));
  return singleTags(tags).filter(({ id }) => hasAll || tagIds.includes(id));
}

/** Ids to send: the tag All, if it exists, replaces the full set. */
export function tagIdsToSend(tagIds: readonly string[], tags: readonly Tag[]): string[] {
  const selected = selectedTags(tagIds, tags).map(({ id }) => id);
  const all = tags.find(isAll);
  return all && selected.length === singleTags(tags).length ? [all.id] : selected;
}
