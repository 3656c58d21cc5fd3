import { expect, test } from 'vitest';
import { tellBrand } from '#tests/support/tell-brand.ts';

// How long it takes is measured by tests/bench/telling.ts, and asserted nowhere: a busy machine is no fault of the server's.

test('a creator’s link reaches the brand by push and by SMTP, from a server as operators run it', async () => {
  const told = await tellBrand(2);
  expect(told).toHaveLength(2);
}, 120_000);
