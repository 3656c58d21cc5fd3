import '#ui/styles/styles.ts';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ThemeColor } from '#ui/theme/ThemeColor.tsx';
import { cssVariables, theme } from '#ui/theme/theme.ts';
import { Toaster } from '#ui/toasts/Toaster.tsx';
import { Gallery } from './Gallery.tsx';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root.');

// One component throws on purpose, so its error isn't logged.
createRoot(container, { onCaughtError: () => {} }).render(
  <StrictMode>
    <MantineProvider cssVariablesResolver={cssVariables} defaultColorScheme="auto" theme={theme}>
      <ThemeColor />
      <Gallery />
      <Toaster />
    </MantineProvider>
  </StrictMode>,
);
