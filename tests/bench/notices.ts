// npm run bench:notices -- [TIMES] measures the time from a creator's submission until the brand's push and email are
// delivered, on PostgreSQL, with an SMTP server and a push service on this machine. Times never fail the run.
import { notifyBrand } from '#tests/support/browsers/notify-brand.ts';

const delays = await notifyBrand(Number(process.argv[2] ?? 20));
const line = (what: string, values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return `${what}: median ${at(0.5)} ms, slowest ${sorted.at(-1)} ms, of ${sorted.length}`;
};
console.log(
  line(
    'push',
    delays.map(({ pushMs }) => pushMs),
  ),
);
console.log(
  line(
    'mail',
    delays.map(({ mailMs }) => mailMs),
  ),
);
