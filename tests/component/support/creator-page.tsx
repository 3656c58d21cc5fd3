import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type CreatorOffer, getCreatorOffer, makeCreatorMove } from '#contract/creator/creator.ts';
import { CreatorPage } from '#creator/CreatorPage.tsx';
import { createCreatorQueries } from '#creator/data/query-client.ts';
import { cssVariables, theme } from '#ui/theme/theme.ts';
import { fakeApi } from './fake-api.ts';

export const read = `GET ${getCreatorOffer.path}`;
export const move = `POST ${makeCreatorMove.path}`;
export const token = 'off_1.1.abc';

/** The page that the link opens on this device. */
export function openPage(opened = token) {
  const view = render(
    <MantineProvider cssVariablesResolver={cssVariables} env="test" theme={theme}>
      <QueryClientProvider client={createCreatorQueries()}>
        <CreatorPage token={opened} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, user: userEvent.setup() };
}

/** The page of an offer that the server has. */
export function openOffer(offer: CreatorOffer) {
  const api = fakeApi({ [read]: () => offer });
  return { api, ...openPage() };
}
