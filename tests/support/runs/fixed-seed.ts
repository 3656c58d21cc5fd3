import fc from 'fast-check';

/** Seed of all properties: a number, or `random` for a new one in each run. A failure prints its own. */
const given = process.env.FAST_CHECK_SEED ?? '1';

if (given !== 'random') {
  const seed = Number(given);
  if (given === '' || !Number.isSafeInteger(seed)) {
    throw new Error(`FAST_CHECK_SEED takes a whole number or random; found ${given}.`);
  }
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}
