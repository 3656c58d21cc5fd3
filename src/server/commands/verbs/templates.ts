import { UsageError } from '#server/control/program.ts';
import {
  addTemplateCommand,
  changeTemplateCommand,
  listTemplatesCommand,
  retireTemplateCommand,
} from '#server/control/template-commands.ts';
import { templateLine, templateLines } from '#server/services/admin/shared/in-words.ts';
import { decided, type Verbs, verbResult } from './verb.ts';

export const templateVerbs: Verbs = {
  help: `
  list-templates                        lists the changes that brands can request, including retired ones
  add-template TITLE --description TEXT
                                        adds a template, or brings back a retired one; {brand_name} becomes the brand's name
  change-template NAME [--title TEXT] [--description TEXT]
                                        changes a template, also in earlier requests
  retire-template NAME                  stops offering a template; earlier requests keep it`,
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
