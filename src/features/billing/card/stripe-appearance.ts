import type { Appearance } from '@stripe/stripe-js';
import { tokens } from '#ui/styles/tokens.ts';
import { fontFamily, palettes, schemes } from '#ui/theme/theme.ts';

const { green, dark } = palettes;

/** The app's look inside Stripe's frame, which our style sheets can't reach. */
export function stripeAppearance(isDark: boolean): Appearance {
  const tones = isDark ? schemes.dark : schemes.light;
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: isDark ? green[4] : green[6],
      colorBackground: isDark ? dark[5] : tones['--surface'],
      colorText: tones['--ink'],
      colorTextSecondary: tones['--ink-soft'],
      colorDanger: tones['--red'],
      borderRadius: tokens['--radius-sm'],
      fontFamily,
      // In px, since rem would refer to the frame's own root.
      fontSizeBase: '15px',
      spacingUnit: tokens['--space-1'],
    },
  };
}
