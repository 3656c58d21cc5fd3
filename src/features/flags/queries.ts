import { type Flags, productionFlags } from '../../domain/flags.ts';

/** What is switched on for this brand. */
export const useFlags = (): Flags => productionFlags;
