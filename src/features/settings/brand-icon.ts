const types = ['image/png', 'image/jpeg', 'image/jpg'];
const mostBytes = 5_242_880;

/** For the `accept` of a file input. */
export const acceptedIcons = types.join(',');

/** Why the files can't be taken; null where they can. */
export function iconProblem(files: readonly File[]): string | null {
  if (files.length > 1) return 'You can only upload up to 1 files';
  if (files.some(({ type }) => !types.includes(type.toLowerCase()))) return 'File is not supported';
  return files.some(({ size }) => size > mostBytes) ? 'File is too large' : null;
}
