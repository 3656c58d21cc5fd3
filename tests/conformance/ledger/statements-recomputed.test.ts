import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { csvLine } from '#domain/statements/csv-line.ts';
import { ledgerEntries, ledgerLines } from '#server/database/tables/ledger-tables.ts';
import { demoLogin } from '#server/demo/accounts.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { call } from '#tests/support/calls/call.ts';
import { ledgerColumns, recomputedStatement } from '#tests/support/money/recomputed-statement.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server } = await apiServer();
await seedDemo(server.db, { now: server.clock.now() });
const { accessToken: token, brandId } = (await call(server, endpoints.login, { body: demoLogin })).data;

/** The demo brand's ledger as an operator exports it. */
async function ledgerCsv(): Promise<string> {
  const rows = await server.db
    .select()
    .from(ledgerLines)
    .innerJoin(
      ledgerEntries,
      and(eq(ledgerEntries.brandId, ledgerLines.brandId), eq(ledgerEntries.id, ledgerLines.entryId)),
    )
    .where(eq(ledgerLines.brandId, brandId));
  const lines = rows.map(({ ledger_entries: entry, ledger_lines: { account, amountCents } }) =>
    csvLine([entry.createdAt.toISOString(), entry.id, entry.kind, account, amountCents]),
  );
  return csvLine(ledgerColumns) + lines.join('');
}

/** Kinds of entries that each total includes. */
const kindsOf = {
  addedCents: ['funds_added'],
  fundedCents: ['budget_held'],
  returnedCents: ['budget_released', 'campaign_settled'],
} as const;

test('every month of the demo brand equals, to the cent, the result computed from its ledger', async () => {
  const csv = await ledgerCsv();
  const { months } = (await call(server, endpoints.listStatements, { token })).data;
  expect(months.length).toBeGreaterThan(6);
  let lineCount = 0;
  for (const month of months) {
    const { data } = await call(server, endpoints.getStatement, { token, params: { month } });
    const { amounts, byKind, ...balances } = recomputedStatement(csv, month);
    expect(data).toMatchObject(balances);
    expect(new Map(data.lines.map(({ id, amountCents }) => [id, amountCents]))).toEqual(amounts);
    for (const [name, kinds] of Object.entries(kindsOf)) {
      const cents = kinds.reduce((sum, kind) => sum + (byKind.get(kind) ?? 0), 0);
      expect(data.totals[name as keyof typeof kindsOf]).toBe(cents);
    }
    lineCount += data.lines.length;
  }
  expect(lineCount).toBeGreaterThan(50);
});
