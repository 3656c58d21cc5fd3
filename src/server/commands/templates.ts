import * as v from 'valibot';
import { text } from '#contract/wire/primitives.ts';
import { defineCommand, unchangedSuffix } from '../control/command.ts';
import { UsageError } from '../control/program.ts';
import { templateLine, templateLines } from '../services/admin/shared/format.ts';
import { addTemplate, changeTemplate, listTemplates, retireTemplate } from '../services/admin/templates.ts';

const templateSchema = v.object({
  name: v.string(),
  title: v.string(),
  description: v.string(),
  retired: v.boolean(),
});
const result = v.object({ template: templateSchema, changed: v.boolean() });
const name = text(64, 1);
/** Titles have to fit on one line of a phone's checklist. */
const title = text(40, 1);
const description = text(200, 1);
const argument = 'the name of a template';

export const templateCommands = [
  defineCommand({
    name: 'list-templates',
    help: 'lists the changes that brands can request, including retired ones',
    input: v.object({}),
    result: v.object({ templates: v.array(templateSchema) }),
    run: async ({ db }) => ({ templates: await listTemplates(db) }),
    call: () => ({ input: {}, words: ({ templates }) => templateLines(templates) }),
  }),
  defineCommand({
    name: 'add-template',
    usage: 'TITLE --description TEXT',
    help: "adds a template, or brings back a retired one; {brand_name} is replaced by the brand's name",
    argument: 'a title',
    needs: { description: 'Expected --description, which is shown to creators.' },
    acts: true,
    input: v.object({ title, description }),
    result,
    run: (context, given) => addTemplate(context, given),
    call: (typed, given) => ({
      input: { title: typed, ...given },
      words: ({ template, changed }) => `The template ${template.name} is available.${unchangedSuffix(changed)}`,
    }),
  }),
  defineCommand({
    name: 'change-template',
    usage: 'NAME [--title TEXT] [--description TEXT]',
    help: 'changes a template, including in earlier requests',
    argument,
    takes: ['title', 'description'],
    acts: true,
    input: v.object({ name, title: v.optional(title), description: v.optional(description) }),
    result,
    run: (context, { name: named, title: newTitle, description: newDescription }) =>
      changeTemplate(context, {
        name: named,
        ...(newTitle === undefined ? {} : { title: newTitle }),
        ...(newDescription === undefined ? {} : { description: newDescription }),
      }),
    call: (named, given) => {
      if (given.title === undefined && given.description === undefined) {
        throw new UsageError('Expected --title or --description.');
      }
      return { input: { name: named, ...given }, words: ({ template }) => templateLine(template) };
    },
  }),
  defineCommand({
    name: 'retire-template',
    usage: 'NAME',
    help: 'stops offering a template; earlier requests keep it',
    argument,
    acts: true,
    input: v.object({ name }),
    result,
    run: (context, given) => retireTemplate(context, given.name),
    call: (named) => ({
      input: { name: named },
      words: ({ template, changed }) =>
        `The template ${template.name} is no longer available.${unchangedSuffix(changed)}`,
    }),
  }),
];
