import mantine from 'postcss-preset-mantine';

/**
 * Mantine variables that neither the product nor the rest of its theme uses: other palettes, and those of `Title`,
 * which the product doesn't use.
 */
const unused =
  /^--mantine-(color-(blue|teal|pink|grape|violet|indigo|cyan|lime|yellow|orange)-|h[1-6]-|heading-|primary-color-\d)/;
/** Variables of every size and shade that theme.ts replaces. */
const replaced =
  /^--mantine-(color-(green|gray|dark|red)-\d|(spacing|font-size|line-height|radius)-(xs|sm|md|lg|xl)|primary-color-.*|font-family(-headings)?|line-height|radius-default|cursor-type)$/;

/** Dropping unused variables shrinks the first style sheet by an eighth. */
const dropUnused = {
  postcssPlugin: 'drop-unused-variables',
  Declaration: (/** @type {import('postcss').Declaration} */ declaration) => {
    const isDefault = /default-css-variables/.test(declaration.source?.input.file ?? '');
    if (unused.test(declaration.prop) || (isDefault && replaced.test(declaration.prop))) declaration.remove();
  },
};

/**
 * vite.config.ts points Vite to this folder. The first plugin adds Mantine's mixins and light-dark() for CSS modules.
 */
export default { plugins: [mantine(), dropUnused] };
