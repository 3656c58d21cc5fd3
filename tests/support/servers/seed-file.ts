import { appendFileSync, readFileSync } from 'node:fs';

/** Lines of a file with one seed each. */
export function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** Appends a line. @returns false if the file already had it */
export function addLine(file: string, line: string): boolean {
  if (linesOf(file).includes(line)) return false;
  const text = readFileSync(file, 'utf8');
  appendFileSync(file, text === '' || text.endsWith('\n') ? `${line}\n` : `\n${line}\n`);
  return true;
}
