// A process that plays the lives sent to it, one at a time in one database, and sends back the fault of each.
import * as v from 'valibot';
import { openTestDatabase } from '#tests/support/postgres/database.ts';
import { faultOf } from '../fault.ts';

const runSchema = v.object({ seed: v.number() });
// Not awaited here, because a life sent before there is a listener would be lost.
const opening = openTestDatabase();

async function play(seed: number): Promise<void> {
  const { db } = await opening;
  const fault = await faultOf(db, seed);
  if (process.connected) process.send?.({ fault });
}

process.on('message', (message) => {
  void play(v.parse(runSchema, message).seed);
});
process.once('disconnect', () => void opening.then(({ close }) => close()).then(() => process.exit()));
