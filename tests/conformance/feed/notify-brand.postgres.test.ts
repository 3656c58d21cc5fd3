import { expect, test } from 'vitest';
import { notifyBrand } from '#tests/support/browsers/notify-brand.ts';

// Durations are measured by tests/bench/notices.ts and never asserted, since a busy machine is no fault of the server.

test('a creator’s link reaches the brand by push and by SMTP, from a production-like server', async () => {
  const delays = await notifyBrand(2);
  expect(delays).toHaveLength(2);
}, 120_000);
