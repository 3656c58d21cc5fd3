/**
 * Media queries of the three widths at which the layout changes, in CSS px. Style sheets repeat them, since a media
 * query can't read variables; `tests/laws/styles.test.ts` keeps the two in sync.
 */
export const breakpoints = {
  /** Below: a phone in portrait. */
  phone: { below: '(max-width: 479px)', from: '(min-width: 480px)' },
  /** From: the sidebar fits beside the content. */
  wide: { below: '(max-width: 767px)', from: '(min-width: 768px)' },
  /** From: two columns and full tables fit beside the sidebar. */
  desk: { below: '(max-width: 1079px)', from: '(min-width: 1080px)' },
} as const;
