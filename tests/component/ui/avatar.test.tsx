import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Avatar } from '#ui/media/Avatar.tsx';

function show() {
  const { container } = render(<Avatar name="Ada Moss" src="/media/ada.webp" />);
  return { container, picture: () => container.querySelector('img') };
}

test('initials are shown until the picture has loaded', () => {
  const { container, picture } = show();
  expect(picture()?.getAttribute('src')).toBe('/media/ada.webp');
  expect(container.textContent).toBe('AM');
});

test('a loaded picture hides the initials', () => {
  const { container, picture } = show();
  fireEvent.load(picture() as HTMLImageElement);
  expect(container.textContent).toBe('');
});

test('a picture that fails to load is removed', () => {
  const { container, picture } = show();
  fireEvent.error(picture() as HTMLImageElement);
  expect([picture(), container.textContent]).toEqual([null, 'AM']);
});
