// npm run books plays lives of campaigns from new seeds on all cores, and checks that no cent of their money is lost or
// created.
//   npm run books -- --lives N              plays this many (200)
//   npm run books -- --seed S [--lives N]   plays the seeds from S on
// With TEST_DATABASE_URL they run on that PostgreSQL, where concurrent steps really race.
// It exits with 1 if a life found a fault.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';
import { numberOption } from '#tests/support/runs/number-option.mjs';

const { values } = parseArgs({ options: { lives: { type: 'string' }, seed: { type: 'string' } } });
const lives = numberOption(values, 'lives') ?? 200;
const first = numberOption(values, 'seed') ?? randomInt(1, 2 ** 30);

register();
const { search } = await import('./search.ts');
const faults = await search({ first, lives, say: (/** @type {string} */ text) => console.log(text) });
process.exitCode = faults > 0 ? 1 : 0;
