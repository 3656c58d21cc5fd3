import type { Tag } from '#contract/brand/brand.ts';

/** The tag that stands for every creator: it is no tag among the others, but all of them at once. */
const isAll = ({ name }: Tag) => name === 'All';

/** The tags to choose from one by one. */
export const singleTags = (tags: readonly Tag[]): Tag[] => tags.filter((tag) => !isAll(tag));

/** The ones of a draft's that exist; the tag All stands for each of them. */
export function selectedTags(tagIds: readonly string[], tags: readonly Tag[]): Tag[] {
  const hasAll = tags.some((tag) => isAll(tag) && tagIds.includes(tag.id));
  return singleTags(tags).filter(({ id }) => hasAll || tagIds.includes(id));
}

/** Ids to be sent: the tag All, where there is one, in place of every single one. */
export function sentTagIds(tagIds: readonly string[], tags: readonly Tag[]): string[] {
  const selected = selectedTags(tagIds, tags).map(({ id }) => id);
  const all = tags.find(isAll);
  return all && selected.length === singleTags(tags).length ? [all.id] : selected;
}
