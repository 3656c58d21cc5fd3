import { expect, test } from 'vitest';
import { tellBrand } from '#tests/support/tell-brand.ts';

// Durations are measured by tests/bench/telling.ts and never asserted: a busy machine is not a fault of the server.

test('a creator’s link reaches the brand by push and by SMTP, from a server as operators run it', async () => {
  const told = await tellBrand(2);
  expect(told).toHaveLength(2);
}, 120_000);
