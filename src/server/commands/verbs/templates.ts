import { UsageError } from '#server/control/program.ts';
import {
  addTemplateCommand,
  changeTemplateCommand,
  listTemplatesCommand,
  retireTemplateCommand,
} from '#server/control/template-commands.ts';
import { templateLine, templateLines } from '#server/services/admin/in-words.ts';
import { decided, type Verbs, verbResult } from './verb.ts';

export const templateVerbs: Verbs = {
  help: `
  list-templates                        what brands can ask creators to change, and what is retired of it
  add-template TITLE --description TEXT
                                        offers one more, or one again that is retired; {brand_name} in the text is filled in
  change-template NAME [--title TEXT] [--description TEXT]
                                        also where creators were asked by it before
  retire-template NAME                  offers it no longer; what was asked for by it stays`,
  verbs: {
    'list-templates': {
      takes: [],
      run: () => verbResult(listTemplatesCommand, {}, ({ templates }) => templateLines(templates)),
    },
    'add-template': {
      argument: 'a title',
      takes: ['description'],
      run: (title, { description }) => {
        if (description === undefined) throw new UsageError('Expected --description: creators read it.');
        return verbResult(
          addTemplateCommand,
          { title, description },
          ({ template, changed }) => `${template.name} is offered.${decided(changed)}`,
        );
      },
    },
    'change-template': {
      argument: 'the name of a template',
      takes: ['title', 'description'],
      run: (name, { title, description }) => {
        if (title === undefined && description === undefined) {
          throw new UsageError('Expected --title or --description.');
        }
        return verbResult(changeTemplateCommand, { name, title, description }, ({ template }) =>
          templateLine(template),
        );
      },
    },
    'retire-template': {
      argument: 'the name of a template',
      takes: [],
      run: (name) =>
        verbResult(
          retireTemplateCommand,
          { name },
          ({ template, changed }) => `${template.name} is no longer offered.${decided(changed)}`,
        ),
    },
  },
};
