import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/server/database/tables.ts',
    './src/server/database/offer-tables.ts',
    './src/server/database/post-tables.ts',
    './src/server/database/creator-tables.ts',
    './src/server/database/figure-tables.ts',
    './src/server/database/account-tables.ts',
    './src/server/database/billing-tables.ts',
    './src/server/database/ledger-tables.ts',
    './src/server/database/hold-tables.ts',
    './src/server/database/origin-tables.ts',
    './src/server/database/file-tables.ts',
    './src/server/database/push-tables.ts',
    './src/server/database/draft-tables.ts',
    './src/server/database/call-tables.ts',
  ],
  out: './src/server/database/migrations',
  casing: 'snake_case',
});
