export interface CsvRecord {
  /** Number of the record's first line, from 1. */
  line: number;
  cells: string[];
  /** The reason that the record can't be parsed; it then has no cells. */
  problem: string | null;
}

/** A streaming parser: accepts chunks split anywhere, and returns records once they are complete. */
export interface CsvReader {
  push(text: string): CsvRecord[];
  end(): CsvRecord[];
}

/**
 * Maximum length of a record. Otherwise, an unclosed quote would consume the rest of the file, and a file of one line all memory.
 */
const maxRecordLength = 65_536;

/** Spreadsheets write semicolons in locales with a decimal comma, and tabs for "Unicode text". */
export const csvSeparators = [',', ';', '\t'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

interface CsvOptions {
  separator?: CsvSeparator;
  /** Number of the first line. */
  line?: number;
}

/**
 * Parses CSV (RFC 4180), with or without a byte order mark, and with lines ended by CRLF, LF or CR. Skips blank lines. The first
 * record sets the number of cells. If a record can't be parsed, its first line is reported as a problem, and parsing resumes on
 * the next line, so a stray quote affects only its own line.
 */
export function csvReader({ separator = ',', line: firstLineNumber = 1 }: CsvOptions = {}): CsvReader {
  let rest = '';
  let line = firstLineNumber;
  let width: number | null = null;
  let begun = false;
  /** True within an overlong line that was already reported. */
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
      const isLong = (firstLine ?? rest.length) - start > maxRecordLength;
      if (skipping || isLong) {
        if (!skipping)
          records.push({ line, cells: [], problem: `The line has more than ${maxRecordLength} characters.` });
        skipping = firstLine === null;
        // Keep a trailing CR, since the LF of a CRLF may follow in the next chunk.
        start = firstLine ?? rest.length - (rest.endsWith('\r') ? 1 : 0);
        if (skipping) break;
        line += 1;
        continue;
      }
      const found = readRecord(rest, start, isEnd, separator);
      if (found === 'unfinished' && rest.length - start <= maxRecordLength && !isEnd) break;
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
  /** True if something other than a separator follows a closing quote. */
  broken: boolean;
}

function problemOf(found: Found | 'unfinished', start: number, width: number | null): string | null {
  // The limit also applies to a complete record, so the result doesn't depend on how the file was split.
  if (found === 'unfinished' || found.next - start > maxRecordLength) return 'A quote is never closed.';
  if (found.broken) return 'Text follows a closing quote.';
  const count = found.cells.length;
  const isBlank = count === 1 && found.cells[0] === '';
  return width === null || width === count || isBlank ? null : `Expected ${width} cells, found ${count}.`;
}

/** Reads one record from `start`; 'unfinished' if the text ends within a quoted cell, or may continue. */
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
      // A second quote may follow in the next chunk.
      const isCut = quote + 1 >= text.length && !isEnd;
      return isCut ? 'unfinished' : { cell, next: quote + 1 };
    }
  }
}

/** Index of the next match, or the text's length. */
function findNext(characters: RegExp, text: string, from: number): number {
  characters.lastIndex = from;
  return characters.exec(text)?.index ?? text.length;
}
const lineBreak = /[\r\n]/g;
const cellEnds: Readonly<Record<CsvSeparator, RegExp>> = { ',': /[,\r\n]/g, ';': /[;\r\n]/g, '\t': /[\t\r\n]/g };

/** Start of the line after the one at `from`; null if the line end, or the LF of a CRLF, may be in the next chunk. */
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
