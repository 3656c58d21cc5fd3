import * as v from 'valibot';
import { text } from '#contract/wire/primitives.ts';
import { defineCommand, unchangedSuffix } from '../control/command.ts';
import { tagLines } from '../services/admin/shared/format.ts';
import { addTag, listTags, renameTag, retireTag } from '../services/admin/tags.ts';

const tagSchema = v.object({ id: v.string(), name: v.string(), retired: v.boolean() });
const result = v.object({ tag: tagSchema, changed: v.boolean() });
/** Names have to fit on a campaign's card. */
const name = text(40, 1);
const argument = 'the name of a tag';

export const tagCommands = [
  defineCommand({
    name: 'list-tags',
    help: 'lists all campaign tags, including retired ones',
    input: v.object({}),
    result: v.object({ tags: v.array(tagSchema) }),
    run: async ({ db }) => ({ tags: await listTags(db) }),
    call: () => ({ input: {}, words: ({ tags }) => tagLines(tags) }),
  }),
  defineCommand({
    name: 'add-tag',
    usage: 'NAME',
    help: 'adds a tag, or brings back a retired one',
    argument: 'a name',
    acts: true,
    input: v.object({ name }),
    result,
    run: (context, given) => addTag(context, given.name),
    call: (typed) => ({
      input: { name: typed },
      words: ({ tag, changed }) => `The tag ${tag.name} is available.${unchangedSuffix(changed)}`,
    }),
  }),
  defineCommand({
    name: 'rename-tag',
    usage: 'NAME --to NAME',
    help: "renames a tag, including in existing campaigns; NAME can also be the tag's ID",
    argument,
    needs: { to: 'Expected --to with the new name.' },
    acts: true,
    input: v.object({ tag: text(64, 1), name }),
    result,
    run: (context, given) => renameTag(context, given),
    call: (named, { to }) => ({
      input: { tag: named, name: to },
      words: ({ tag, changed }) =>
        changed ? `Renamed the tag to ${tag.name}.` : `The tag is ${tag.name}. Nothing changed.`,
    }),
  }),
  defineCommand({
    name: 'retire-tag',
    usage: 'NAME',
    help: 'stops offering a tag; campaigns that have it keep it',
    argument,
    acts: true,
    input: v.object({ tag: text(64, 1) }),
    result,
    run: (context, given) => retireTag(context, given.tag),
    call: (named) => ({
      input: { tag: named },
      words: ({ tag, changed }) => `The tag ${tag.name} is no longer available.${unchangedSuffix(changed)}`,
    }),
  }),
];
