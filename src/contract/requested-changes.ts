import * as v from 'valibot';

/** Name of a template of changes. The provider has its own templates, so the server tells which names there are. */
export const changeTemplateName = v.pipe(
  v.string('Template name is required'),
  v.regex(/^[A-Z][A-Z0-9_]{0,39}$/, 'Template name is required'),
);
/** Templates that are offered at a time, and changes that are asked for at once. */
export const mostChangeTemplates = 20;

export const requestedChangeSchema = v.object({
  templateName: changeTemplateName,
  variables: v.record(v.picklist(['brand_name', 'pronunciation', 'reason']), v.pipe(v.string(), v.maxLength(500))),
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
});
export type ChangeTemplate = v.InferOutput<typeof changeTemplateSchema>;
