import * as v from 'valibot';
import { maxChangeNoteLength } from '../wire/bounds.ts';
import { count, longText } from '../wire/primitives.ts';

/** Name of a change template. Each provider defines its own templates, so the server lists the names. */
export const changeTemplateName = v.pipe(
  v.string('Template name is required'),
  v.regex(/^[A-Z][A-Z0-9_]{0,39}$/, 'Template name is required'),
);
/** Maximum number of templates that a server offers. */
export const maxChangeTemplates = 20;
/** Maximum number of notes per template in a request, if the server supports several. */
export const maxNotesOnTemplate = 20;
/** Maximum number of changes in one request; a template with three notes counts as three. */
export const maxRequestedChanges = maxChangeTemplates + maxNotesOnTemplate;

const variable = v.pipe(v.string(), v.maxLength(maxChangeNoteLength));

export const requestedChangeSchema = v.object({
  templateName: changeTemplateName,
  variables: v.strictObject({
    brand_name: v.optional(variable),
    pronunciation: v.optional(variable),
    reason: v.optional(variable),
    /** Beyond the specification: the brand's own note on the change, and the second of the draft that it refers to. */
    note: v.optional(longText(maxChangeNoteLength, 1, 'Note')),
    atSeconds: v.optional(count),
  }),
});
export type RequestedChange = v.InferOutput<typeof requestedChangeSchema>;

const hasNote = ({ variables: { note, atSeconds } }: RequestedChange) => note !== undefined || atSeconds !== undefined;

/** Names of templates that occur more than once. */
const repeatedIn = (changes: readonly RequestedChange[]): Set<string> =>
  new Set(
    changes.map(({ templateName }) => templateName).filter((name, place, names) => names.indexOf(name) !== place),
  );

const identityOf = ({ templateName, variables: { note, atSeconds } }: RequestedChange) =>
  JSON.stringify([templateName, note, atSeconds]);

export const rejectEvidenceBodySchema = v.object({
  requestedChanges: v.pipe(
    v.array(requestedChangeSchema),
    v.minLength(1, 'Template name is required'),
    v.maxLength(maxRequestedChanges),
    v.check((changes) => {
      const repeated = repeatedIn(changes);
      return changes.every((change) => !repeated.has(change.templateName) || hasNote(change));
    }, 'A template can be repeated only with a note on each.'),
    v.check(
      (changes) => new Set(changes.map(identityOf)).size === changes.length,
      'Expected each note on a template once.',
    ),
  ),
});

export const changeTemplateSchema = v.object({
  name: changeTemplateName,
  title: v.string(),
  /** May contain `{brand_name}`. */
  description: v.string(),
  /** Beyond the specification: true if the template accepts a note. A server that omits this may reject notes. */
  takesNote: v.optional(v.boolean()),
  /** Beyond the specification: how often one request may contain the template, each time with a different note. Defaults to 1. */
  mostNotes: v.optional(v.pipe(count, v.minValue(1))),
});
export type ChangeTemplate = v.InferOutput<typeof changeTemplateSchema>;
