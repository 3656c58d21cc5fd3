import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Texts of errors and successes that a browser test triggers and sees on the screen. */
const onScreen = [
  'API responded with status: 502',
  'Request timeout',
  'Network error: Unable to connect to the server. Please check your internet connection and try again.',
  'Login failed',
  'Signup failed',
  'Reset password failed',
  'Something went wrong. Please try again.',
  'Check your email for a link to reset!',
  'Your new password has been successfuly created. Please log back in.',
  'There was an error verifying your email. Please check your email for a new link to verify.',
  'Email verification link sent',
  'There was an error sending a new verification link. Please try again later.',
  'Invalid verification link, brand id or code missing',
  'Invalid reset password link',
  'Error: Could not add funds. Please refresh the page and try again.',
  'Error processing payment.',
  'Failed to update brand website.',
  'Failed to update brand bio.',
  'Failed to update brand logo.',
  'Failed to update social media handles.',
  'Failed to update store locator URL.',
  'Something went wrong.',
  'Payment was successful, but something went wrong.',
  'No publishable key found',
  'Create campaign failed',
  'Failed to update brand',
  'Error updating campaign.',
  'Error archiving campaign.',
  'Campaign not found.',
  'Error fetching campaign',
  'Error fetching analytics',
  'Funds added successfully, but are pending processing.',
  'Funds added successfully!',
  'Campaign created successfully',
  'TikTok username saved',
  'Your profile has been updated.',
  'Unable to fetch brand analytics',
  'Error: Unable to fetch post analytics - ',
  'Error loading data.',
  'Error loading application',
  'Error loading account, please refresh the page',
];

/** Texts that no browser here can show, with the reason: unit and component tests cover them. */
const ofParts: readonly [text: string, why: string][] = [
  ['Safari network error: Unable to load the resource.', 'of Safari'],
  ['CORS error: The server is not allowing requests from this domain.', 'Chromium does not tell it from no network'],
  ['DNS error: Unable to resolve the server address.', 'Chromium does not tell it from no network'],
  ['No session available', 'the page is at the login before it could be read'],
  ['No auth config provided', 'as above'],
  ['Failed to refresh token', 'as above'],
  ['Invalid refresh response format', 'as above'],
  ['No access token in refresh response', 'as above'],
  ['Unable to determine session type for refresh', 'as above'],
  ['Error: Could not add funds. Please try again.', 'the sandbox’s setup intents succeed or fail'],
  ['Error fetching brand', 'the gate has the brand before a campaign is shown'],
];

function textOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}
const [inBrowser, inParts] = [textOf('tests/e2e'), textOf('tests/component')];

test.each(onScreen)('“%s” is seen on screen by a browser test', (text) => {
  expect(inBrowser).toContain(text);
});

test.each(ofParts)('“%s” is covered by a component test (%s)', (text) => {
  expect(inParts).toContain(text);
});
