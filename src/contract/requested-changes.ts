import * as v from 'valibot';
import { longestChangeNote } from './bounds.ts';
import { count, longText } from './primitives.ts';

/** Name of a template of changes. The provider has its own templates, so the server tells which names there are. */
export const changeTemplateName = v.pipe(
  v.string('Template name is required'),
  v.regex(/^[A-Z][A-Z0-9_]{0,39}$/, 'Template name is required'),
);
/** Templates that are offered at a time, and changes that are asked for at once. */
export const mostChangeTemplates = 20;

const variable = v.pipe(v.string(), v.maxLength(longestChangeNote));

export const requestedChangeSchema = v.object({
  templateName: changeTemplateName,
  variables: v.strictObject({
    brand_name: v.optional(variable),
    pronunciation: v.optional(variable),
    reason: v.optional(variable),
    /** Beyond the specification: the brand's own words on the change, and the second of the draft that they are about. */
    note: v.optional(longText(longestChangeNote, 1, 'Note')),
    atSeconds: v.optional(count),
  }),
});
export type RequestedChange = v.InferOutput<typeof requestedChangeSchema>;

export const rejectEvidenceBodySchema = v.object({
  requestedChanges: v.pipe(
    v.array(requestedChangeSchema),
    v.minLength(1, 'Template name is required'),
    v.maxLength(mostChangeTemplates),
    v.check(
      (changes) => new Set(changes.map((change) => change.templateName)).size === changes.length,
      'Expected each template once.',
    ),
  ),
});

export const changeTemplateSchema = v.object({
  name: changeTemplateName,
  title: v.string(),
  /** May hold `{brand_name}`. */
  description: v.string(),
  /** Beyond the specification: a note may go with it. A server that doesn't say so may refuse one. */
  takesNote: v.optional(v.boolean()),
});
export type ChangeTemplate = v.InferOutput<typeof changeTemplateSchema>;
