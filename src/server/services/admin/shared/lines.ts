import { withoutControls } from '#contract/wire/controls.ts';

/** Text of a person for a terminal: on lines of their own if there are several. */
function textLines(label: string, text: string, indent: string): string[] {
  const [first = '', ...more] = text.split(/\r\n|\r|\n/).map(withoutControls);
  return more.length === 0
    ? [`${indent}${label}: ${first}`]
    : [`${indent}${label}:`, ...[first, ...more].map((line) => `${indent}  ${line}`)];
}

/** Labels with their values for a terminal; those without a value are left out, and of a list each item has a line. */
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

/** Minute of an instant, in UTC. */
export const minuteOf = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;
