import type { Hono } from 'hono';

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Metrics served by a server. */
export interface Scrape {
  samples: readonly Sample[];
  text: string;
  /** Value of the one series that has these labels, and possibly others; undefined without one. */
  valueOf(name: string, labels?: Record<string, string>): number | undefined;
}

const labelPattern = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** Parses Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats/). */
export function readScrape(text: string): Scrape {
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): Sample => {
      const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`Not a sample: ${line}`);
      const entries = [...labels.matchAll(labelPattern)].map(([, label = '', given = '']) => [label, given]);
      return { name, labels: Object.fromEntries(entries), value: Number(value) };
    });
  return {
    samples,
    text,
    valueOf(name, labels = {}) {
      const found = samples.filter(
        (each) => each.name === name && Object.entries(labels).every(([label, value]) => each.labels[label] === value),
      );
      if (found.length > 1) throw new Error(`${found.length} series of ${name} have ${JSON.stringify(labels)}`);
      return found[0]?.value;
    },
  };
}

/** Reads a server's metrics. */
export async function scrape({ app }: { app: Hono }): Promise<Scrape> {
  const response = await app.request('/metrics');
  if (!response.ok) throw new Error(`The metrics were answered ${response.status}`);
  return readScrape(await response.text());
}
