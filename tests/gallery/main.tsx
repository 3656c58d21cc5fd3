import '#ui/styles.ts';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ThemeColor } from '#ui/ThemeColor.tsx';
import { Toaster } from '#ui/Toaster.tsx';
import { cssVariables, theme } from '#ui/theme.ts';
import { Gallery } from './Gallery.tsx';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root.');

// One part throws on purpose, so its error is not logged.
createRoot(container, { onCaughtError: () => {} }).render(
  <StrictMode>
    <MantineProvider cssVariablesResolver={cssVariables} defaultColorScheme="auto" theme={theme}>
      <ThemeColor />
      <Gallery />
      <Toaster />
    </MantineProvider>
  </StrictMode>,
);
