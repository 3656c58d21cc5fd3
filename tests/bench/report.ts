import { cpus, loadavg } from 'node:os';
import { type Spread, spreadOf } from './measure.ts';

interface Target {
  of: 'p50' | 'p75' | 'p95' | 'max';
  /** Limit in the figure's unit. */
  max: number;
}

export interface Figure {
  group: string;
  name: string;
  unit: 'ms' | 's' | 'KB' | 'MB' | 'frames' | 'points' | '%' | 'times' | 'rows';
  spread: Spread;
  target: Target | null;
}

/** Adds a figure to the report. Without a target it promises nothing; its unit is ms by default. */
export type Add = (
  group: string,
  name: string,
  values: readonly number[],
  target?: Figure['target'],
  unit?: Figure['unit'],
) => void;

/** Returns a function that adds to these figures. */
export const adderTo =
  (figures: Figure[]): Add =>
  (group, name, values, target = null, unit = 'ms') => {
    figures.push({ group, name, unit, spread: spreadOf(values), target });
  };

export interface Report {
  machine: { cpu: string; cores: number; node: string; browser: string; load: { before: number; after: number } };
  figures: Figure[];
}

/** Load of this machine, reported because a run beside other programs doesn't measure the product. */
export const loadNow = () => Math.round((loadavg()[0] ?? 0) * 10) / 10;

export const machineOf = (browser: string, loadBefore: number): Report['machine'] => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  node: process.version,
  browser,
  load: { before: loadBefore, after: loadNow() },
});

function written(value: number, unit: Figure['unit']): string {
  if (unit === 'frames' || unit === 'points' || unit === '%' || unit === 'MB' || (unit === 'ms' && value >= 10))
    return value.toFixed(0);
  return value.toFixed(unit === 'ms' ? 1 : 2);
}

/** True if a figure meets its target; null if it has none. */
export const isMet = ({ spread, target }: Figure): boolean | null =>
  target === null ? null : spread[target.of] <= target.max;

/** The figures with their targets, as a table. */
export function reportText({ machine, figures }: Report): string {
  const { cpu, cores, node, browser, load } = machine;
  const lines = [`${cores} × ${cpu}, Node ${node}, ${browser}; load ${load.before} before, ${load.after} after`];
  const width = Math.max(...figures.map(({ name }) => name.length)) + 2;
  const columns = (cells: readonly string[]) => cells.map((cell) => cell.padStart(9)).join('');
  let group = '';
  for (const figure of figures) {
    const { name, unit, spread, target } = figure;
    if (figure.group !== group) {
      group = figure.group;
      lines.push('', group, `${' '.repeat(width + 2)}${columns(['p50', 'p75', 'p95', 'max', 'n'])}`);
    }
    const cells = [spread.p50, spread.p75, spread.p95, spread.max].map((value) => written(value, unit));
    const promise = target && `   ${target.of} ≤ ${target.max} ${unit} ${isMet(figure) ? '✓' : '✗ MISSED'}`;
    lines.push(
      `  ${`${name}`.padEnd(width)}${columns([...cells, String(spread.n)])}  ${unit.padEnd(6)}${promise ?? ''}`,
    );
  }
  const missed = figures.filter((figure) => isMet(figure) === false);
  const promised = figures.filter(({ target }) => target !== null);
  lines.push('', `${promised.length - missed.length} of ${promised.length} targets met.`);
  return lines.join('\n');
}
