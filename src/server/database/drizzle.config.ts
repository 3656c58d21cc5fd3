import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/server/database/tables/tables.ts',
    './src/server/database/tables/offer-tables.ts',
    './src/server/database/tables/post-tables.ts',
    './src/server/database/tables/creator-tables.ts',
    './src/server/database/tables/figure-tables.ts',
    './src/server/database/tables/account-tables.ts',
    './src/server/database/tables/billing-tables.ts',
    './src/server/database/tables/ledger-tables.ts',
    './src/server/database/tables/hold-tables.ts',
    './src/server/database/origin-tables.ts',
    './src/server/database/tables/file-tables.ts',
    './src/server/database/tables/push-tables.ts',
    './src/server/database/tables/draft-tables.ts',
    './src/server/database/tables/call-tables.ts',
  ],
  out: './src/server/database/migrations',
  casing: 'snake_case',
});
