import { defaultHost } from './host.ts';
import type { Name, Values } from './variables.ts';

/** Endpoint and token for Prometheus. */
export interface MetricsConfig {
  /** Separate port and address for metrics; null to serve them with the app. */
  own: { port: number; host: string } | null;
  /** Token that clients must send; null to require none. */
  token: string | null;
}

/** Settings of the metrics; null if they are disabled. */
export function metricsOf({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: Values): MetricsConfig | null {
  if (METRICS_PORT === undefined && METRICS_TOKEN === undefined) return null;
  return {
    // HOST isn't the default: clients that can reach the app don't need to read the metrics.
    own: METRICS_PORT === undefined ? null : { port: METRICS_PORT, host: METRICS_HOST ?? defaultHost },
    token: METRICS_TOKEN ?? null,
  };
}

/** Conflicts between the metrics variables and the server's port. */
export function metricsProblems(isSet: (name: Name) => boolean, given: Values, port: number): string[] {
  const problems: string[] = [];
  if (isSet('METRICS_HOST') && !isSet('METRICS_PORT')) problems.push('METRICS_PORT: required with METRICS_HOST.');
  if (given.METRICS_PORT !== undefined && given.METRICS_PORT !== 0 && given.METRICS_PORT === port) {
    problems.push('METRICS_PORT: expected a different port from PORT.');
  }
  return problems;
}
