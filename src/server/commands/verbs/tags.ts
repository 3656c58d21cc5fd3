import { UsageError } from '#server/control/program.ts';
import { addTagCommand, listTagsCommand, renameTagCommand, retireTagCommand } from '#server/control/tag-commands.ts';
import { tagLines } from '#server/services/admin/shared/in-words.ts';
import { decided, type Verbs, verbResult } from './verb.ts';

export const tagVerbs: Verbs = {
  help: `
  list-tags                             lists all campaign tags, including retired ones
  add-tag NAME                          adds a tag, or brings back a retired one
  rename-tag NAME --to NAME             renames a tag, also in existing campaigns; its ID works instead of its name
  retire-tag NAME                       stops offering a tag; campaigns that have it keep it`,
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
          done.changed ? `Renamed to ${done.tag.name}.` : `The tag is ${done.tag.name}. Nothing changed.`,
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
