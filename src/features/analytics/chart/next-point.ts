const far = 7;

/**
 * The point that a key leads to in a row of points.
 * @returns null to leave the row, undefined for keys that mean nothing here
 */
export function nextPoint(key: string, at: number, last: number): number | null | undefined {
  const within = (index: number) => Math.max(0, Math.min(last, index));
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(at - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return within(at + 1);
    case 'PageDown':
      return within(at - far);
    case 'PageUp':
      return within(at + far);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return null;
    default:
      return undefined;
  }
}
