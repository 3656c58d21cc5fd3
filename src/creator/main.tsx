import './frame/styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { guardSinks } from '#ui/loading/trusted-types.ts';
import { ErrorBoundary } from '#ui/states/ErrorBoundary.tsx';
import { Failure } from '#ui/states/States.tsx';
import { cssVariables, theme } from '#ui/theme/theme.ts';
import { CreatorPage } from './CreatorPage.tsx';
import { dropOldValues } from './data/device-store.ts';
import { createCreatorQueries } from './data/query-client.ts';

/** Token from the link's URL; empty if there is none. */
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
