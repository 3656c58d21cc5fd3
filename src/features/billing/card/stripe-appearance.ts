import type { Appearance } from '@stripe/stripe-js';

const light = { background: '#FFFFFF', text: '#13201A', soft: '#5A6660', danger: '#B3261E', primary: '#1B7F54' };
const dark = { background: '#29332E', text: '#E8ECE9', soft: '#9CA8A1', danger: '#F2938C', primary: '#4CAB7D' };

/** The app's look inside Stripe's frame, where its style sheet doesn't reach. */
export function stripeAppearance(isDark: boolean): Appearance {
  const tone = isDark ? dark : light;
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: tone.primary,
      colorBackground: tone.background,
      colorText: tone.text,
      colorTextSecondary: tone.soft,
      colorDanger: tone.danger,
      borderRadius: '8px',
      fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
      fontSizeBase: '15px',
      spacingUnit: '4px',
    },
  };
}
