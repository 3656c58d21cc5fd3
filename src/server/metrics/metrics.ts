import type { MiddlewareHandler } from 'hono';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Build } from '#contract/calls/version.ts';
import type { OpenDatabase } from '../database/database.ts';
import type { Observe } from '../observing/observe.ts';
import type { Live } from '../services/feed/live/live.ts';
import { eventMetrics } from './event-metrics.ts';
import { requestMetrics } from './requests.ts';
import { databaseMetrics } from './stored.ts';

/** Metrics of this process and its database, in Prometheus' text format. */
export interface Metrics {
  /** Counts requests. Must be an app's first middleware to see the final status. */
  requests: MiddlewareHandler;
  observe: Observe;
  /** Adds gauges for these resources. Call it once. */
  watch(opened: { database: Pick<OpenDatabase, 'db' | 'poolUse'>; live: Pick<Live, 'count'>; now(): Date }): void;
  /** Current values of all metrics. */
  read(): Promise<string>;
  readonly contentType: string;
}

export function createMetrics({ version, commit }: Build): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'afield_build_info',
    help: 'Always 1; release and commit are in the labels.',
    labelNames: ['version', 'commit'] as const,
    registers,
  }).set({ version, commit: commit ?? 'unknown' }, 1);
  let update = async () => {};
  return {
    requests: requestMetrics(registry),
    observe: eventMetrics(registry),
    watch({ database, live, now }) {
      new Gauge({
        name: 'afield_live_streams',
        help: 'Open streams of changes.',
        registers,
        collect() {
          this.set(live.count());
        },
      });
      poolMetrics(registry, database.poolUse);
      update = databaseMetrics(registry, { db: database.db, now });
    },
    async read() {
      await update();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

function poolMetrics(registry: Registry, poolUse: OpenDatabase['poolUse']): void {
  const registers = [registry];
  new Gauge({
    name: 'afield_database_pool_connections',
    help: 'Database connections in this process’s pool, by state. The state of the embedded database’s only connection isn’t known.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { used, idle } = poolUse();
      this.set({ state: 'used' }, used);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'afield_database_pool_limit',
    help: 'Maximum number of connections in this process’s pool.',
    registers,
    collect() {
      this.set(poolUse().max);
    },
  });
  new Gauge({
    name: 'afield_database_pool_waiting',
    help: 'Callers in this process waiting for a connection.',
    registers,
    collect() {
      this.set(poolUse().waiting);
    },
  });
}
