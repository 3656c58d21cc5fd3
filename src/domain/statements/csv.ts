export interface CsvRecord {
  /** The line that it starts in, from 1. */
  line: number;
  cells: string[];
  /** The reason the file can't be parsed; it then has no cells. */
  problem: string | null;
}

/** Takes a file piece by piece, cut anywhere; gives its records as they become whole. */
export interface CsvReader {
  push(text: string): CsvRecord[];
  end(): CsvRecord[];
}

/** A quote that is never closed would otherwise take the rest of the file for its cell, and a file of one line all memory. */
const longestRecord = 65_536;

/** Spreadsheets write semicolons where a comma is the decimal sign, and tabs as "Unicode text". */
export const csvSeparators = [',', ';', '\t'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

interface CsvOptions {
  separator?: CsvSeparator;
  /** Number of the first line. */
  line?: number;
}

/**
 * Reads comma-separated values (RFC 4180), with a byte order mark or without, lines ended by CRLF, LF or CR. Blank lines are
 * skipped. The first record says how many cells each has. Of a record that can't be read the first line is given as a
 * problem, and reading goes on in the next one: so a stray quote costs its own line only.
 */
export function csvReader({ separator = ',', line: firstLineNumber = 1 }: CsvOptions = {}): CsvReader {
  let rest = '';
  let line = firstLineNumber;
  let width: number | null = null;
  let begun = false;
  /** True within a line that is too long and was reported. */
  let skipping = false;

  function read(text: string, isEnd: boolean): CsvRecord[] {
    rest += text;
    if (!begun && rest !== '') {
      begun = true;
      if (rest.startsWith('\uFEFF')) rest = rest.slice(1);
    }
    const records: CsvRecord[] = [];
    let start = 0;
    while (start < rest.length) {
      const firstLine = lineEnd(rest, start, isEnd);
      const isLong = (firstLine ?? rest.length) - start > longestRecord;
      if (skipping || isLong) {
        if (!skipping)
          records.push({ line, cells: [], problem: `The line has more than ${longestRecord} characters.` });
        skipping = firstLine === null;
        // The CR of a CRLF may be all that has come of it.
        start = firstLine ?? rest.length - (rest.endsWith('\r') ? 1 : 0);
        if (skipping) break;
        line += 1;
        continue;
      }
      const found = readRecord(rest, start, isEnd, separator);
      if (found === 'unfinished' && rest.length - start <= longestRecord && !isEnd) break;
      if (firstLine === null) break;
      const problem = problemOf(found, start, width);
      const next = problem === null && found !== 'unfinished' ? found.next : firstLine;
      const cells = problem === null && found !== 'unfinished' ? found.cells : [];
      const isBlank = problem === null && cells.every((cell) => cell.trim() === '');
      if (!isBlank) {
        if (problem === null) width ??= cells.length;
        records.push({ line, cells, problem });
      }
      line += countLines(rest, start, next);
      start = next;
    }
    rest = rest.slice(start);
    return records;
  }

  return { push: (text) => read(text, false), end: () => read('', true) };
}

interface Found {
  cells: string[];
  next: number;
  /** Something other than a separator follows a closing quote. */
  broken: boolean;
}

function problemOf(found: Found | 'unfinished', start: number, width: number | null): string | null {
  // A record that came whole is held to the same length, so that it makes no difference how a file was cut.
  if (found === 'unfinished' || found.next - start > longestRecord) return 'A quote is never closed.';
  if (found.broken) return 'Text follows a closing quote.';
  const count = found.cells.length;
  const isBlank = count === 1 && found.cells[0] === '';
  return width === null || width === count || isBlank ? null : `Expected ${width} cells, found ${count}.`;
}

/** One record from `start` on; 'unfinished' where the text ends within a quoted cell, or may go on. */
function readRecord(text: string, start: number, isEnd: boolean, separator: CsvSeparator): Found | 'unfinished' {
  const cellEnd = cellEnds[separator];
  const cells: string[] = [];
  let at = start;
  for (;;) {
    if (text[at] === '"') {
      const quoted = readQuoted(text, at, isEnd);
      if (quoted === 'unfinished') return quoted;
      cells.push(quoted.cell);
      at = quoted.next;
    } else {
      const end = findNext(cellEnd, text, at);
      cells.push(text.slice(at, end));
      at = end;
    }
    if (at >= text.length) return isEnd ? { cells, next: at, broken: false } : 'unfinished';
    if (text[at] !== separator) {
      const next = lineEnd(text, at, isEnd);
      if (next === null) return 'unfinished';
      return { cells, next, broken: text[at] !== '\r' && text[at] !== '\n' };
    }
    at += 1;
  }
}

function readQuoted(text: string, open: number, isEnd: boolean): { cell: string; next: number } | 'unfinished' {
  let cell = '';
  let from = open + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return 'unfinished';
    cell += text.slice(from, quote);
    if (text[quote + 1] === '"') {
      cell += '"';
      from = quote + 2;
    } else {
      // Its twin may be in the next piece.
      const isCut = quote + 1 >= text.length && !isEnd;
      return isCut ? 'unfinished' : { cell, next: quote + 1 };
    }
  }
}

/** Index of the next of some characters, or the text's end. */
function findNext(characters: RegExp, text: string, from: number): number {
  characters.lastIndex = from;
  return characters.exec(text)?.index ?? text.length;
}
const lineBreak = /[\r\n]/g;
const cellEnds: Readonly<Record<CsvSeparator, RegExp>> = { ',': /[,\r\n]/g, ';': /[;\r\n]/g, '\t': /[\t\r\n]/g };

/** Start of the line after the one at `from`; null where its end, or the LF of a CRLF, may be in the next piece. */
function lineEnd(text: string, from: number, isEnd: boolean): number | null {
  const at = findNext(lineBreak, text, from);
  if (at >= text.length) return isEnd ? at : null;
  if (text[at] === '\n') return at + 1;
  if (at + 1 >= text.length && !isEnd) return null;
  return text[at + 1] === '\n' ? at + 2 : at + 1;
}

function countLines(text: string, from: number, to: number): number {
  return text.slice(from, to).match(/\r\n|\r|\n/g)?.length ?? 0;
}
