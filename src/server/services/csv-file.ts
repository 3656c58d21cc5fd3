import { CommandError } from '../command-error.ts';

/**
 * The text of a file that is given to a command, as it comes.
 * @param advice ends the sentence of a file that is too long
 * @throws {CommandError} when it isn't text in UTF-8, or is too long
 */
export async function* csvText(
  bytes: AsyncIterable<Uint8Array>,
  mostBytes: number,
  advice = '',
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (piece?: Uint8Array) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw new CommandError('The file isn’t UTF-8 text. Save it as comma-separated values (CSV) in UTF-8.');
    }
  };
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > mostBytes) {
      throw new CommandError(`The file is too long. Expected at most ${mostBytes / 1e6} MB${advice}.`);
    }
    yield decode(piece);
  }
  yield decode();
}

/** Tells people of the first line that a file has to begin with. */
export const expectedHeader = (columns: readonly string[]) =>
  `Expected a first line with these columns, in any order, separated by commas: ${columns.join(', ')}.`;

/** Takes cells by the names in a file's first line, whatever their order. */
export function cellPicker<Column extends string>(columns: readonly Column[], names: readonly string[]) {
  const places = columns.map((column) => [column, names.indexOf(column)] as const);
  return (cells: readonly string[]) =>
    Object.fromEntries(places.map(([column, at]) => [column, cells[at] ?? ''])) as Record<Column, string>;
}
