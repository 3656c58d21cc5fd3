import { afterAll, expect, test } from 'vitest';
import { faultOf } from '#tests/books/fault.ts';
import { openTestDatabase } from '#tests/support/postgres/database.ts';

// Campaign histories from fixed seeds; `npm run books` plays others.

const { db, close } = await openTestDatabase();
afterAll(close);

const lives = 200;
const chunk = 20;
const starts = Array.from({ length: lives / chunk }, (_, i) => 1 + i * chunk);

test.each(starts)(`no cent is lost or created in ${chunk} histories from seed %i`, async (first) => {
  const faults: string[] = [];
  for (let seed = first; seed < first + chunk && faults.length < 2; seed += 1) {
    const fault = await faultOf(db, seed);
    if (fault !== null) faults.push(fault);
  }
  expect(faults.join('\n\n')).toBe('');
});
