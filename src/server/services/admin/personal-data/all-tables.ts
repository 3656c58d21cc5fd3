import type { TableFates } from './fates.ts';
import { tablesOfAccounts } from './tables-of-accounts.ts';
import { tablesOfMoney } from './tables-of-money.ts';
import { tablesOfOffers } from './tables-of-offers.ts';

/** Every table of the database: what is exported and erased of it, and what stays. */
export const allTables: readonly TableFates[] = [...tablesOfAccounts, ...tablesOfOffers, ...tablesOfMoney];
