import type { TableTreatment } from './fates.ts';
import { tablesOfAccounts } from './tables-of-accounts.ts';
import { tablesOfMoney } from './tables-of-money.ts';
import { tablesOfOffers } from './tables-of-offers.ts';

/** All tables of the database, with the treatment of their data in exports and erasures. */
export const allTables: readonly TableTreatment[] = [...tablesOfAccounts, ...tablesOfOffers, ...tablesOfMoney];
