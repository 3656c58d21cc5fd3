import { appendFileSync, readFileSync } from 'node:fs';

/** Lines of a file that has a seed on each. */
export function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** Appends a line. @returns false if the file had it already */
export function addLine(file: string, line: string): boolean {
  if (linesOf(file).includes(line)) return false;
  const text = readFileSync(file, 'utf8');
  appendFileSync(file, text === '' || text.endsWith('\n') ? `${line}\n` : `\n${line}\n`);
  return true;
}
