import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { createElement } from 'react';
import { Icon } from '../media/icons.tsx';
import { tokens } from '../styles/tokens.ts';

const green: MantineColorsTuple = [
  '#E9F6EF',
  '#D2ECDE',
  '#A6D8BF',
  '#78C29D',
  '#4CAB7D',
  '#2C9466',
  '#1B7F54',
  '#156844',
  '#105235',
  '#0A3B26',
];

const grey: MantineColorsTuple = [
  '#F6F8F6',
  '#EEF1EF',
  '#E2E7E4',
  '#D1D8D4',
  '#B2BCB7',
  '#8D9993',
  '#67736D',
  '#4C5852',
  '#35403A',
  '#222B26',
];

/** Shades from text to page background. */
const dark: MantineColorsTuple = [
  '#E8ECE9',
  '#C8D0CB',
  '#9CA8A1',
  '#78857E',
  '#36413B',
  '#29332E',
  '#1B2320',
  '#101613',
  '#0B100D',
  '#070A08',
];

const red: MantineColorsTuple = [
  '#FCECEB',
  '#F8D5D3',
  '#EFACA8',
  '#E6807A',
  '#DA574F',
  '#C93A32',
  '#B3261E',
  '#931C16',
  '#751510',
  '#560E0A',
];

/** Mantine's palettes, from the lightest shade to the darkest; `dark` runs from text to background. */
export const palettes = { green, gray: grey, dark, red };

export const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

export const theme = createTheme({
  primaryColor: 'green',
  primaryShade: 6,
  colors: palettes,
  black: '#13201A',
  white: '#FFFFFF',
  fontFamily,
  fontSizes: {
    xs: 'var(--text-small)',
    sm: 'var(--text-body)',
    md: 'var(--text-body)',
    lg: 'var(--text-lead)',
    xl: 'var(--text-title)',
  },
  lineHeights: { xs: '1.385', sm: '1.467', md: '1.467', lg: '1.412', xl: '1.273' },
  spacing: {
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-6)',
    xl: 'var(--space-8)',
  },
  radius: {
    xs: 'var(--radius-xs)',
    sm: 'var(--radius-sm)',
    md: 'var(--radius-md)',
    lg: 'var(--radius-lg)',
    xl: 'var(--radius-full)',
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md', rightSection: createElement(Icon, { name: 'down', size: 16 }) } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
    CloseButton: { defaultProps: { iconSize: 22 } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle', color: 'gray' } },
    // Close menus immediately, since they cover the result of the choice.
    Menu: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: { duration: 150, exitDuration: 0 } } },
    Modal: { defaultProps: { radius: 'md', centered: true, transitionProps: { duration: 180 } } },
    Drawer: { defaultProps: { transitionProps: { duration: 200 } } },
    Tooltip: { defaultProps: { transitionProps: { duration: 150 } } },
  },
});

/**
 * The project's own tokens of each scheme, besides Mantine's. Each tone has an ink for text and icons (4.5:1 on its
 * soft background, on surface and on paper) and a soft background.
 */
export const schemes = {
  light: {
    '--mantine-color-body': '#FBFBF9',
    '--mantine-color-dimmed': '#5A6660',
    '--mantine-color-placeholder': '#67736D',
    '--mantine-color-default-border': '#D1D8D4',
    '--mantine-color-error': '#B3261E',
    '--mantine-color-anchor': '#156844',
    '--ink': '#13201A',
    '--ink-soft': '#5A6660',
    '--paper': '#FBFBF9',
    '--surface': '#FFFFFF',
    '--sunken': '#F1F4F1',
    '--line': '#E2E7E4',
    '--green': '#156844',
    '--green-soft': '#E4F3EB',
    '--amber': '#96500A',
    '--amber-soft': '#FFF4E0',
    '--red': '#B3261E',
    '--red-soft': '#FCECEB',
    '--blue': '#1F5FA8',
    '--blue-soft': '#E8F0FA',
    '--violet': '#6A3FB5',
    '--violet-soft': '#F1EBFB',
    '--grey': '#4C5852',
    '--grey-soft': '#EDF0EE',
  },
  dark: {
    '--mantine-color-body': '#101613',
    '--mantine-color-dimmed': '#9CA8A1',
    '--mantine-color-error': '#F2938C',
    '--mantine-color-anchor': '#7FD0A6',
    '--ink': '#E8ECE9',
    '--ink-soft': '#9CA8A1',
    '--paper': '#101613',
    '--surface': '#171E1A',
    '--sunken': '#1B2320',
    '--line': '#29332E',
    '--green': '#7FD0A6',
    '--green-soft': '#14301F',
    '--amber': '#F2B866',
    '--amber-soft': '#38290F',
    '--red': '#F2938C',
    '--red-soft': '#3A1D1B',
    '--blue': '#8DBBF0',
    '--blue-soft': '#17283C',
    '--violet': '#C3A9F4',
    '--violet-soft': '#2B2140',
    '--grey': '#BAC4BE',
    '--grey-soft': '#232C27',
  },
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    ...tokens,
    '--bar-height': '3.5rem',
    '--banner-height': '2rem',
    '--sidebar-width': '232px',
    // Videos are dark in both schemes, and so are the controls over them.
    '--film': '#070A08',
    '--on-film': '#FFFFFF',
  },
  ...schemes,
});
