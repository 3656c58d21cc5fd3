import { withoutControls } from '#contract/wire/controls.ts';

/** Formats user text for a terminal: several lines are printed below the label. */
function textLines(label: string, text: string, indent: string): string[] {
  const [first = '', ...more] = text.split(/\r\n|\r|\n/).map(withoutControls);
  return more.length === 0
    ? [`${indent}${label}: ${first}`]
    : [`${indent}${label}:`, ...[first, ...more].map((line) => `${indent}  ${line}`)];
}

/**
 * Formats labels and values for a terminal. Fields without a value are left out, and each item of a list gets its own line.
 */
export function fieldLines(
  fields: readonly (readonly [label: string, value: string | readonly string[] | null | undefined])[],
  indent = '  ',
): string[] {
  return fields.flatMap(([label, value]) => {
    if (value === null || value === undefined || value.length === 0) return [];
    if (typeof value === 'string') return textLines(label, value, indent);
    return [`${indent}${label}:`, ...value.flatMap((item) => textLines('-', item, `${indent}  `))].map((line) =>
      line.replace(/^(\s+)-: /, '$1- '),
    );
  });
}

/** Formats a time to the minute, in UTC. */
export const minuteOf = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;
