import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { paymentProviders } from '../database/tables/billing-tables.ts';
import { jobAdmins } from '../services/admin/jobs.ts';
import { jobStates } from '../services/jobs/job-table.ts';
import { countUnsettledCharges } from '../services/ledger/payments/checker.ts';

/** Minimum interval between database queries, regardless of the number of scrapers. */
const freshMs = 10_000;
/** Prometheus' default scrape timeout is ten seconds. */
const timeoutMs = 4_000;

interface StoredDeps {
  db: Database;
  now(): Date;
  nowMs?(): number;
}

/**
 * Metrics from the database, which are the same in each process: aggregate them with `max`, never with `sum`. They are
 * omitted while the database doesn't respond, because stale values would look current.
 * @returns a function that updates them
 */
export function databaseMetrics(
  registry: Registry,
  { db, now, nowMs = () => performance.now() }: StoredDeps,
): () => Promise<void> {
  const registers = [registry];
  const isUp = new Gauge({
    name: 'afield_database_up',
    help: '1 if the database responded the last time the metrics were read.',
    registers,
  });
  const jobs = new Gauge({
    name: 'afield_jobs',
    help: 'Background jobs by kind and state, across all processes.',
    labelNames: ['kind', 'state'] as const,
    registers,
  });
  const oldest = new Gauge({
    name: 'afield_jobs_oldest_due_seconds',
    help: 'Time for which the oldest waiting job of each kind has been due; 0 if there is none.',
    labelNames: ['kind'] as const,
    registers,
  });
  const payments = new Gauge({
    name: 'afield_payments_in_flight',
    help: 'Payments with an unknown outcome, by provider, across all processes.',
    labelNames: ['provider'] as const,
    registers,
  });
  const oldestPayment = new Gauge({
    name: 'afield_payments_oldest_in_flight_seconds',
    help: 'Age of the oldest payment with an unknown outcome; 0 if there is none.',
    labelNames: ['provider'] as const,
    registers,
  });
  const gauges = [jobs, oldest, payments, oldestPayment];

  async function read(): Promise<void> {
    const counted = await Promise.all(
      jobAdmins.map(async (desk) => ({ kind: desk.kind, ...(await desk.count(db, now())) })),
    );
    const unsettled = await countUnsettledCharges(db);
    const secondsSince = (date: Date | null) =>
      date === null ? 0 : Math.max(0, (now().getTime() - date.getTime()) / 1000);
    for (const { kind, counts, oldestDueAt } of counted) {
      for (const state of jobStates) jobs.set({ kind, state }, counts[state]);
      oldest.set({ kind }, secondsSince(oldestDueAt));
    }
    for (const provider of paymentProviders) {
      const found = unsettled.find((each) => each.provider === provider);
      payments.set({ provider }, found?.count ?? 0);
      oldestPayment.set({ provider }, secondsSince(found?.since ?? null));
    }
  }

  let reading: Promise<boolean> | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;
  /** Runs at most one read at a time, so that queries don't pile up while the database hangs. */
  function readOnce(): Promise<boolean> {
    reading ??= read()
      .then(
        () => {
          readAtMs = nowMs();
          return true;
        },
        () => false,
      )
      .finally(() => {
        reading = null;
      });
    return reading;
  }

  return async () => {
    if (nowMs() - readAtMs < freshMs) return;
    const late = new AbortController();
    const timeout = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), timeoutMs);
      late.signal.addEventListener('abort', () => clearTimeout(timer));
    });
    const hasAnswered = await Promise.race([readOnce(), timeout]);
    late.abort();
    isUp.set(hasAnswered ? 1 : 0);
    if (!hasAnswered) for (const gauge of gauges) gauge.reset();
  };
}
