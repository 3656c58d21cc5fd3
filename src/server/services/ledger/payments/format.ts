import type { ReconcileReport } from './reconcile.ts';

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Formats the findings of a reconciliation for a terminal. */
export function reconcileText({ since, checked, settled, reversed, pending, differences }: ReconcileReport): string {
  const summary = [
    `${counted(checked, 'charge', 'charges')} since ${since.slice(0, 10)}`,
    `${settled} settled now`,
    ...(reversed === 0 ? [] : [`${counted(reversed, 'refund or dispute', 'refunds or disputes')} booked now`]),
    `${pending} still pending`,
    counted(differences.length, 'difference', 'differences'),
  ].join(', ');
  const lines = differences.map(({ kind, brandId, paymentId, reference, message }) => {
    const named = [brandId, paymentId, reference].filter((id) => id !== null).join(' ');
    return `  ${kind}  ${message}${named === '' ? '' : ` (${named})`}`;
  });
  return [`${summary}.`, ...lines].join('\n');
}
