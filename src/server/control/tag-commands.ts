import * as v from 'valibot';
import { text } from '#contract/wire/primitives.ts';
import { addTag, listTags, renameTag, retireTag } from '../services/admin/tags.ts';
import { defineCommand } from './command.ts';

const tagSchema = v.object({ id: v.string(), name: v.string(), retired: v.boolean() });
const changedSchema = v.object({ tag: tagSchema, changed: v.boolean() });
/** A campaign's card can show 40 characters. */
const name = text(40, 1);

export const listTagsCommand = defineCommand({
  name: 'list-tags',
  input: v.object({}),
  result: v.object({ tags: v.array(tagSchema) }),
  run: async ({ db }) => ({ tags: await listTags(db) }),
});

export const addTagCommand = defineCommand({
  name: 'add-tag',
  acts: true,
  input: v.object({ name }),
  result: changedSchema,
  run: (context, given) => addTag(context, given.name),
});

export const renameTagCommand = defineCommand({
  name: 'rename-tag',
  acts: true,
  input: v.object({ tag: text(64, 1), name }),
  result: changedSchema,
  run: (context, given) => renameTag(context, given),
});

export const retireTagCommand = defineCommand({
  name: 'retire-tag',
  acts: true,
  input: v.object({ tag: text(64, 1) }),
  result: changedSchema,
  run: (context, given) => retireTag(context, given.tag),
});
