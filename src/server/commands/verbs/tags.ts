import { UsageError } from '#server/control/program.ts';
import { addTagCommand, listTagsCommand, renameTagCommand, retireTagCommand } from '#server/control/tag-commands.ts';
import { tagLines } from '#server/services/admin/in-words.ts';
import { decided, type Verbs, verbResult } from './verb.ts';

export const tagVerbs: Verbs = {
  help: `
  list-tags                             all tags that campaigns can have, and those that are retired
  add-tag NAME                          offers a tag, or offers one again that is retired
  rename-tag NAME --to NAME             also where campaigns have it; an id does as well as a name
  retire-tag NAME                       offers it no longer; campaigns that have it keep it`,
  verbs: {
    'list-tags': {
      takes: [],
      run: () => verbResult(listTagsCommand, {}, ({ tags }) => tagLines(tags)),
    },
    'add-tag': {
      argument: 'a name',
      takes: [],
      run: (name) =>
        verbResult(addTagCommand, { name }, ({ tag, changed }) => `${tag.name} is offered.${decided(changed)}`),
    },
    'rename-tag': {
      argument: 'the name of a tag',
      takes: ['to'],
      run: (tag, { to }) => {
        if (to === undefined) throw new UsageError('Expected --to with the new name.');
        return verbResult(renameTagCommand, { tag, name: to }, (done) =>
          done.changed ? `The tag is ${done.tag.name} now.` : `The tag is ${done.tag.name}. It was before.`,
        );
      },
    },
    'retire-tag': {
      argument: 'the name of a tag',
      takes: [],
      run: (name) =>
        verbResult(
          retireTagCommand,
          { tag: name },
          ({ tag, changed }) => `${tag.name} is no longer offered.${decided(changed)}`,
        ),
    },
  },
};
