import './styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx';
import { Failure } from '#ui/States.tsx';
import { cssVariables, theme } from '#ui/theme.ts';
import { guardSinks } from '#ui/trusted-types.ts';
import { CreatorPage } from './CreatorPage.tsx';
import { dropOldValues } from './device-store.ts';
import { createCreatorQueries } from './query-client.ts';

/** The token of the link that was opened; empty where the address has none. */
function tokenOf(pathname: string): string {
  const [, token = ''] = /^\/c\/([^/]+)\/?$/.exec(pathname) ?? [];
  return token;
}

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root.');

guardSinks();
dropOldValues();

const broken = (
  <Failure
    detail="Everything you sent or typed is safe."
    onRetry={() => location.reload()}
    title="This page didn’t load"
  />
);

createRoot(container).render(
  <StrictMode>
    <MantineProvider cssVariablesResolver={cssVariables} defaultColorScheme="auto" theme={theme}>
      <ErrorBoundary fallback={() => broken}>
        <QueryClientProvider client={createCreatorQueries()}>
          <CreatorPage token={tokenOf(location.pathname)} />
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  </StrictMode>,
);
