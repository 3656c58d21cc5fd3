import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { writeSession } from '#api/session/session.ts';
import { getFlags } from '#contract/account/flags.ts';
import { useFlags } from '#features/flags/queries.ts';
import { aSession } from '../support/examples.ts';
import { fakeApi, noNetwork, refusal } from '../support/fake-api.ts';
import { renderWithApp } from '../support/render.tsx';

const flags = `GET ${getFlags.path}`;

function On() {
  const on = Object.entries(useFlags()).flatMap(([name, isOn]) => (isOn ? [name] : []));
  return <p>On: {on.join(' ')}</p>;
}
const show = () => {
  writeSession(aSession());
  return renderWithApp(<On />);
};
const defaults = 'On: onboarding tikTok youtube instagram facebook';

test('the server’s flags override the defaults, and are stored for offline starts', async () => {
  const api = fakeApi({ [flags]: () => ({ onboarding: false, crossPlatformCampaigns: true }) });
  const { unmount } = show();
  const said = 'On: crossPlatformCampaigns tikTok youtube instagram facebook';
  expect(await screen.findByText(said)).toBeTruthy();
  unmount();
  api.on(flags, noNetwork);
  show();
  expect(await screen.findByText(said)).toBeTruthy();
});

test('another brand’s flags are ignored', async () => {
  fakeApi({ [flags]: noNetwork });
  localStorage.setItem('afield-flags', JSON.stringify({ brandId: 'brd_other', flags: { tikTok: false } }));
  show();
  expect(await screen.findByText(defaults)).toBeTruthy();
});

test('defaults apply if the server has no flags', async () => {
  const api = fakeApi({ [flags]: () => refusal(404, 'not_found', 'There is nothing at this address.') });
  show();
  expect(await screen.findByText(defaults)).toBeTruthy();
  expect(api.to(flags)).toHaveLength(1);
});
