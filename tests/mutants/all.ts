import { copyMutants } from './copy.ts';
import { deviceMutants } from './device.ts';
import type { Mutant } from './mutant.ts';
import { queueMutants } from './queue.ts';
import { syncMutants } from './sync.ts';

export const mutants: readonly Mutant[] = [...queueMutants, ...copyMutants, ...syncMutants, ...deviceMutants];
