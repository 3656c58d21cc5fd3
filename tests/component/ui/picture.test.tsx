import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Picture } from '#ui/media/Picture.tsx';

const poster = (src: string) => <Picture alt="Example 1" className="poster" height={72} src={src} width={40} />;

test('a picture that fails to load leaves a placeholder of the same size with its name', () => {
  const { container } = render(poster('/files/gone.webp'));
  fireEvent.error(screen.getByRole('img', { name: 'Example 1' }));
  const mark = screen.getByRole('img', { name: 'Example 1, not available' });
  expect(container.querySelector('img')).toBeNull();
  expect([mark.style.width, mark.style.height, mark.classList.contains('poster')]).toEqual(['40px', '72px', true]);
});

test('a decorative picture leaves a placeholder without a name', () => {
  const { container } = render(<Picture alt="" src="/files/gone.webp" />);
  fireEvent.error(container.querySelector('img') as HTMLImageElement);
  expect(container.querySelector('span')?.getAttribute('aria-hidden')).toBe('true');
});

test('a new URL is tried after a failure', () => {
  const { container, rerender } = render(poster('/files/gone.webp'));
  fireEvent.error(container.querySelector('img') as HTMLImageElement);
  rerender(poster('/files/there.webp'));
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/files/there.webp');
});
