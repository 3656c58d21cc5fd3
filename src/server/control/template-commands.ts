import * as v from 'valibot';
import { text } from '#contract/wire/primitives.ts';
import { addTemplate, changeTemplate, listTemplates, retireTemplate } from '../services/admin/templates.ts';
import { defineCommand } from './command.ts';

const templateSchema = v.object({
  name: v.string(),
  title: v.string(),
  description: v.string(),
  retired: v.boolean(),
});
const changedSchema = v.object({ template: templateSchema, changed: v.boolean() });
const name = text(64, 1);
/** A line of the checklist on a phone has room for 40 characters. */
const title = text(40, 1);
const description = text(200, 1);

export const listTemplatesCommand = defineCommand({
  name: 'list-templates',
  input: v.object({}),
  result: v.object({ templates: v.array(templateSchema) }),
  run: async ({ db }) => ({ templates: await listTemplates(db) }),
});

export const addTemplateCommand = defineCommand({
  name: 'add-template',
  acts: true,
  input: v.object({ title, description }),
  result: changedSchema,
  run: (context, given) => addTemplate(context, given),
});

export const changeTemplateCommand = defineCommand({
  name: 'change-template',
  acts: true,
  input: v.object({ name, title: v.optional(title), description: v.optional(description) }),
  result: changedSchema,
  run: (context, { name: named, title: newTitle, description: newDescription }) =>
    changeTemplate(context, {
      name: named,
      ...(newTitle === undefined ? {} : { title: newTitle }),
      ...(newDescription === undefined ? {} : { description: newDescription }),
    }),
});

export const retireTemplateCommand = defineCommand({
  name: 'retire-template',
  acts: true,
  input: v.object({ name }),
  result: changedSchema,
  run: (context, given) => retireTemplate(context, given.name),
});
