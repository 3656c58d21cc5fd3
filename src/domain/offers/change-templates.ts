import type { ChangeNote } from '#contract/brand/offer.ts';
import type { ChangeTemplate, RequestedChange } from '#contract/brand/requested-changes.ts';

/** Default change templates until the server has sent its own. `{brand_name}` is replaced for display. */
export const changeTemplates: readonly ChangeTemplate[] = [
  {
    name: 'ENSURE_BRAND_VISIBILITY',
    title: 'Ensure brand visibility',
    description: 'Show {brand_name} clearly within the first 10 seconds, and for at least 20 seconds in total.',
  },
  {
    name: 'ENSURE_PROPER_PRONUNCIATION',
    title: 'Ensure proper pronunciation',
    description: 'Pronounce {brand_name} the way the brand does.',
  },
  {
    name: 'REMOVE_COMPETING_BRANDS',
    title: 'Remove competing brands',
    description: 'Remove other brands that compete with {brand_name}, on screen and in the audio.',
  },
  {
    name: 'START_OVER',
    title: 'Start over',
    description: 'Make a new video that follows the {brand_name} guidelines.',
  },
  { name: 'CUSTOM', title: 'Something else', description: 'A change in your own words.' },
];

/** Name of the hidden template for a brand's own remarks. */
export const customTemplate = 'CUSTOM';

/** The checklist's templates, without the hidden custom one. */
export function visibleChangeTemplates(templates: readonly ChangeTemplate[]): ChangeTemplate[] {
  return templates.filter(({ name }) => name !== customTemplate);
}

/**
 * A template's title, or "Remark" for the brand's own words. For a template that no longer exists, the title is derived from its
 * name.
 */
export function changeTitle(templateName: string, templates: readonly ChangeTemplate[]): string {
  if (templateName === customTemplate) return 'Remark';
  const known = [...templates, ...changeTemplates].find(({ name }) => name === templateName);
  const words = templateName.toLowerCase().replaceAll('_', ' ');
  return known?.title ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A template's text with the brand's name filled in. */
export function describeChange(template: ChangeTemplate, brandName: string): string {
  return template.description.replaceAll('{brand_name}', brandName);
}

/** A selected template as a requested change in the API's format, with its note. */
export function requestedChange(
  templateName: string,
  brandName: string,
  note: Omit<ChangeNote, 'templateName'> = {},
): RequestedChange {
  const variables: RequestedChange['variables'] = { brand_name: brandName, ...note };
  if (templateName === 'ENSURE_PROPER_PRONUNCIATION') variables.pronunciation = '';
  if (templateName === customTemplate) variables.reason = '';
  return { templateName, variables };
}

/** Notes of requested changes, each with its template's name. Values of the specification's own variables count as notes. */
export const changeNotes = (changes: readonly RequestedChange[]): ChangeNote[] =>
  changes.flatMap(({ templateName, variables: { note, reason, pronunciation, atSeconds } }) => {
    const words = note || reason || pronunciation || undefined;
    return words === undefined && atSeconds === undefined
      ? []
      : [{ templateName, ...(words !== undefined && { note: words }), ...(atSeconds !== undefined && { atSeconds }) }];
  });

/** Distinct template names of requested changes, in order. */
export const templateNamesOf = (changes: readonly RequestedChange[]): string[] => [
  ...new Set(changes.map(({ templateName }) => templateName)),
];
