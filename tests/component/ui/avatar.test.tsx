import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Avatar } from '#ui/media/Avatar.tsx';

function show() {
  const { container } = render(<Avatar name="Ada Moss" src="/media/ada.webp" />);
  return { container, picture: () => container.querySelector('img') };
}

test('a picture that does not come leaves initials in its place, not a blank', () => {
  const { container, picture } = show();
  expect(picture()?.getAttribute('src')).toBe('/media/ada.webp');
  expect(container.textContent).toBe('AM');
});

test('one that has come stands alone', () => {
  const { container, picture } = show();
  fireEvent.load(picture() as HTMLImageElement);
  expect(container.textContent).toBe('');
});

test('one that can not be had gives way', () => {
  const { container, picture } = show();
  fireEvent.error(picture() as HTMLImageElement);
  expect([picture(), container.textContent]).toEqual([null, 'AM']);
});
