import { entriesOf } from '#domain/shared/keys.ts';
import type { ledgerEntries, ledgerLines } from '#server/database/tables/ledger-tables.ts';
import type { payments } from '#server/database/tables/tables.ts';
import type { LedgerEntry } from '#server/services/ledger/ledger.ts';
import { between, chance, idFrom, pick, type Random } from '../random.ts';
import type { PlannedCampaign } from './campaigns.ts';
import { after, dayMs, earlier, hourMs, minuteMs } from './times.ts';

export type PaymentRow = Required<typeof payments.$inferInsert>;

export interface Money {
  payments: PaymentRow[];
  entries: Required<typeof ledgerEntries.$inferInsert>[];
  lines: Required<typeof ledgerLines.$inferInsert>[];
}

const methods = [
  { title: 'Visa', subtitle: '•••• 4242' },
  { title: 'Visa', subtitle: '•••• 4242' },
  { title: 'Mastercard', subtitle: '•••• 5454' },
  { title: 'PayPal', subtitle: 'billing@fernhill.test' },
  { title: 'Bank transfer', subtitle: 'ACH •••• 6789' },
] as const;
const bank = methods[4];

const declines = [
  'Your card was declined.',
  'Your card has insufficient funds.',
  'Your card has expired.',
  'Your bank asked for a confirmation that was not given in time.',
  'The bank transfer was returned: account closed.',
] as const;

/**
 * The brand's ledger: funds are added before each campaign that needs them. Budgets are held on submission, captured on
 * approval, and released on rejection or withdrawal. The available balance never goes negative.
 */
export function generatePayments(
  random: Random,
  campaigns: readonly PlannedCampaign[],
  { brandId, now, revision }: { brandId: string; now: Date; revision: number },
): Money {
  const money: Money = { payments: [], entries: [], lines: [] };
  let available = 0;
  const pay = (
    part: Pick<PaymentRow, 'amountCents' | 'status' | 'methodTitle' | 'methodSubtitle'> & Partial<PaymentRow>,
    at: Date,
  ) => {
    const id = idFrom(random, 'pay', at);
    const rest = { kind: null, statusReason: null, campaignId: null, createdAt: at, updatedAt: at, revision };
    money.payments.push({ ...rest, ...part, brandId, id });
    return id;
  };
  const post = ({
    kind,
    lines,
    paymentId = null,
    campaignId = null,
    at,
  }: Omit<LedgerEntry, 'paymentId' | 'campaignId'> & { paymentId?: string | null; campaignId?: string | null }) => {
    const id = idFrom(random, 'led', at);
    money.entries.push({ brandId, id, kind, paymentId, campaignId, payoutId: null, createdAt: at });
    for (const [account, amountCents] of entriesOf(lines)) {
      money.lines.push({ brandId, entryId: id, account, amountCents });
    }
    available += lines.available ?? 0;
  };
  const fund = (
    amountCents: number,
    at: Date,
    { title, subtitle }: (typeof methods)[number] = pick(random, methods),
  ) => {
    const paymentId = pay({ amountCents, status: 'COMPLETED', methodTitle: title, methodSubtitle: subtitle }, at);
    post({ kind: 'funds_added', lines: { available: amountCents, provider: -amountCents }, paymentId, at });
  };
  const failed = (amountCents: number, at: Date) => {
    const { title, subtitle } = pick(random, methods);
    const statusReason = title === 'Bank transfer' ? declines[4] : pick(random, declines.slice(0, 4));
    pay({ amountCents, status: 'FAILED', statusReason, methodTitle: title, methodSubtitle: subtitle }, at);
  };
  const pending = (amountCents: number, at: Date) => {
    const paymentId = pay(
      { amountCents, status: 'PENDING', methodTitle: bank.title, methodSubtitle: bank.subtitle },
      at,
    );
    post({ kind: 'funds_pending', lines: { pending: amountCents, provider: -amountCents }, paymentId, at });
  };

  const funded = campaigns.filter(({ row }) => row.cpmBudgetCents !== null);
  const inOrder = funded.toSorted((a, b) => a.row.createdAt.getTime() - b.row.createdAt.getTime());
  for (const { row, plan } of inOrder) {
    const { id: campaignId, createdAt } = row;
    const budget = row.cpmBudgetCents ?? 0;
    const missing = budget - available;
    if (missing > 0) {
      const wanted = Math.ceil((missing + between(random, 0, 150_000)) / 25_000) * 25_000;
      const at = after(createdAt, -between(random, 0.5, 30) * hourMs);
      if (chance(random, 0.15)) failed(wanted, after(at, -between(random, 2, 40) * minuteMs));
      const isSplit = wanted > 200_000 && chance(random, 0.5);
      const first = isSplit ? Math.round(wanted / 50_000) * 25_000 : wanted;
      fund(first, at);
      if (isSplit) fund(wanted - first, after(at, between(random, 3, 25) * minuteMs));
    }
    post({ kind: 'budget_held', lines: { available: -budget, held: budget }, campaignId, at: createdAt });
    const isWaiting = plan.state === 'in-review' && !plan.archived;
    if (isWaiting) continue;
    const decidedAt = earlier(after(createdAt, between(random, 2, 22) * hourMs), after(now, -5 * minuteMs));
    if (row.approvalStatus === 'APPROVED') {
      const methodSubtitle = row.name ?? 'Campaign';
      const amountCents = -budget;
      const part = {
        amountCents,
        status: 'COMPLETED',
        methodTitle: 'Account balance',
        methodSubtitle,
        campaignId,
      } as const;
      const paymentId = pay(part, decidedAt);
      post({
        kind: 'budget_captured',
        lines: { held: -budget, campaigns: budget },
        paymentId,
        campaignId,
        at: decidedAt,
      });
    } else {
      post({ kind: 'budget_released', lines: { held: -budget, available: budget }, campaignId, at: decidedAt });
    }
  }
  failed(250_000, after(now, -26 * hourMs));
  fund(250_000, after(now, -25.8 * hourMs), methods[2]);
  fund(500_000, after(now, -2.2 * dayMs), methods[0]);
  pending(150_000, after(now, -19 * hourMs));
  pending(75_000, after(now, -3 * hourMs));
  return money;
}
