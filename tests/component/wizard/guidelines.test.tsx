import { waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openGuidelines, wizardServer } from './support/open-wizard.tsx';

describe('Guidelines', () => {
  test('start with the usual ones', async () => {
    wizardServer();
    const { field } = await openGuidelines();
    expect([1, 2, 3].map((place) => field(`Do ${place}`).value).join(' ')).toMatch(
      /first 10 seconds.*20 seconds.*30 to 60 seconds/,
    );
    expect(field("Don't 1").value).not.toBe('');
  });

  test('require one of each, and omit empty ones', async () => {
    wizardServer();
    const { press, inside, type, at, field } = await openGuidelines();
    for (const _ of [1, 2, 3]) await press('Remove do 1');
    await press('Next');
    expect(await inside.findByText('Dos is required')).toBeTruthy();
    await press('Add a do');
    await type('Do 1', 'Show the cup');
    await waitFor(() => expect(inside.queryByText('Dos is required')).toBeNull());
    await type("Don't 1", '');
    await type("Don't 2", '  ');
    await press('Next');
    expect(await inside.findByText('Donts is required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field("Don't 1")));
    await type("Don't 2", 'Swear');
    await press('Next');
    expect(await at('Which creators should take part?')).toBeTruthy();
  });

  test('Enter adds an entry, Backspace removes an empty one', async () => {
    wizardServer();
    const { user, field, inside } = await openGuidelines();
    await user.click(field('Do 3'));
    await user.keyboard('{Enter}Smile');
    expect(field('Do 4').value).toBe('Smile');
    await user.clear(field('Do 4'));
    await user.keyboard('{Backspace}');
    expect(inside.queryByLabelText('Do 4')).toBeNull();
    expect(document.activeElement).toBe(field('Do 3'));
  });

  test('examples are uploaded when chosen, and refused if too large', async () => {
    const api = wizardServer();
    api.on('POST /brand/v1.0/storage/upload', () => ({
      urls: [{ url: 'https://files.test/cup.webp', mime: 'image/webp' }],
    }));
    const { user, inside, press, at } = await openGuidelines();
    await user.click(inside.getByText(/^Examples and notes/));
    const input = (await inside.findByLabelText('Add pictures or videos')) as HTMLInputElement;
    // If HEIC is accepted, a phone sends files that the server can't read.
    expect(input.accept).not.toMatch(/hei[cf]|\*/i);
    await user.upload(input, new File(['x'], 'cup.png', { type: 'image/png' }));
    expect(await inside.findByAltText('Example 1')).toBeTruthy();
    expect(api.to('POST /brand/v1.0/storage/upload')[0]?.body).toEqual({
      destinationPath: 'campaigns/media',
      files: [{ fileBase64: btoa('x'), filename: 'cup.png', mime: 'image/png' }],
    });
    for (const [name, type, size] of [
      ['large.mp4', 'video/mp4', 100_000_001],
      ['large.png', 'image/png', 10_000_001],
    ] as const) {
      const large = Object.defineProperty(new File([''], name, { type }), 'size', { value: size });
      await user.upload(input, large);
      expect(await inside.findByText('File is too large')).toBeTruthy();
      await user.upload(input, new File(['x'], 'cup.png', { type: 'image/png' }));
      await waitFor(() => expect(inside.queryByText('File is too large')).toBeNull());
    }
    await press('Next');
    await at('Which creators should take part?');
    expect(localStorage.getItem('afield-campaign-drafts-brd_1')).toContain('https://files.test/cup.webp');
  });
});

test('files still uploading after their step are all kept', async () => {
  const api = wizardServer();
  const stored = ['cup.webp', 'tea.webp'].values();
  const answers: (() => void)[] = [];
  api.on('POST /brand/v1.0/storage/upload', async () => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return { urls: [{ url: `https://files.test/${stored.next().value}`, mime: 'image/webp' }] };
  });
  const { user, inside, press, at } = await openGuidelines();
  await user.click(inside.getByText(/^Examples and notes/));
  const file = (name: string) => new File([name], name, { type: 'image/png' });
  await user.upload(await inside.findByLabelText('Add pictures or videos'), [file('cup.png'), file('tea.png')]);
  await press('Next');
  await at('Which creators should take part?');
  for (const count of [1, 2]) {
    await waitFor(() => expect(answers).toHaveLength(count));
    answers.at(-1)?.();
  }
  const kept = () => localStorage.getItem('afield-campaign-drafts-brd_1') ?? '';
  await waitFor(() => expect(kept()).toContain('tea.webp'));
  expect(kept()).toContain('cup.webp');
});
