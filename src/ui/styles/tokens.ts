/** Spacing in steps of 4 px, named by the number of steps; `half` separates lines within one text. */
const space = {
  '--space-half': '2px',
  '--space-1': '4px',
  '--space-2': '8px',
  '--space-3': '12px',
  '--space-4': '16px',
  '--space-5': '20px',
  '--space-6': '24px',
  '--space-8': '32px',
  '--space-10': '40px',
  '--space-12': '48px',
};

/** Corner radii: of a focused word, a control, a card, and a floating element; `full` makes a pill or a circle. */
const radius = {
  '--radius-xs': '4px',
  '--radius-sm': '8px',
  '--radius-md': '12px',
  '--radius-lg': '16px',
  '--radius-full': '999px',
};

/** Text sizes, each with its line height. In rem, so they follow the user's font size. */
const type = {
  '--text-small': '0.8125rem',
  '--leading-small': '1.125rem',
  '--text-body': '0.9375rem',
  '--leading-body': '1.375rem',
  '--text-lead': '1.0625rem',
  '--leading-lead': '1.5rem',
  '--text-title': '1.375rem',
  '--leading-title': '1.75rem',
  '--text-figure': '1.75rem',
  '--leading-figure': '2rem',
  '--text-display': '2.25rem',
  '--leading-display': '2.75rem',
};

/**
 * Tokens that are the same in light and dark. Style sheets take their sizes from here (`tests/laws/styles.test.ts`).
 */
export const tokens = { ...space, ...radius, ...type };

export type Radius = keyof typeof radius extends `--radius-${infer Name}` ? Name : never;

/** A token in px, for component props that only take numbers. */
export const pxOf = (token: keyof typeof space | keyof typeof radius): number => Number.parseFloat(tokens[token]);
