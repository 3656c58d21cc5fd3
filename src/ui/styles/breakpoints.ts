/**
 * Media queries of the three widths at which a layout changes, in CSS px. Style sheets write the same ones, since a media
 * query reads no variable: `tests/laws/styles.test.ts` holds them to these.
 */
export const breakpoints = {
  /** A phone held upright; wider from here on. */
  phone: { below: '(max-width: 479px)', from: '(min-width: 480px)' },
  /** The sidebar fits beside the content. */
  wide: { below: '(max-width: 767px)', from: '(min-width: 768px)' },
  /** Two columns and tables with all of their columns fit beside the sidebar. */
  desk: { below: '(max-width: 1079px)', from: '(min-width: 1080px)' },
} as const;
