// npm test installs what is missing, then runs every stage, cheapest first, and stops at the first failure.
//   npm test -- lint unit     runs these stages only
//   npm test -- --changed     runs what uncommitted changes can affect; --changed=main: what differs from that commit
//   npm test -- --wider       runs the stages that need a PostgreSQL (TEST_DATABASE_URL), a Firefox and a WebKitGTK
// Each runner's own tests are counted; lint, types, unused code, docs and build count as one test each.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { requireSupportedNode } from '#cli/node-version.mjs';
import { installIfStale, root } from '#cli/set-up.mjs';
import { countsText, sum } from '#tests/runner/counts.mjs';
import { groupsOf, stages, stagesOfChange, widerStages } from '#tests/runner/stages.mjs';

requireSupportedNode();
installIfStale();

const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith('--'));
const named = args.filter((arg) => !arg.startsWith('--'));
const changed = options.find((option) => /^--changed(=.+)?$/.test(option));
const fail = (/** @type {string} */ message) => {
  console.error(message);
  process.exit(1);
};

function offeredStages() {
  if (changed !== undefined) return stagesOfChange(changed.split('=')[1] ?? 'HEAD');
  return options.includes('--wider') ? widerStages : stages;
}
if (changed !== undefined && options.includes('--wider')) fail('Give either --changed or --wider.');
const unknownOption = options.find((option) => option !== '--wider' && option !== changed);
if (unknownOption !== undefined)
  fail(`No such option: ${unknownOption}. There are: --changed, --changed=COMMIT, --wider.`);
const offered = offeredStages();
const unknown = named.filter((name) => !offered.some(({ key }) => key === name));
if (unknown.length > 0) {
  fail(`No such stage: ${unknown.join(', ')}. There are: ${offered.map(({ key }) => key).join(', ')}.`);
}
const chosen = named.length > 0 ? offered.filter(({ key }) => named.includes(key)) : offered;

// CI names a directory to sum the counts of several runs; otherwise nobody needs the reports afterwards.
const kept = process.env.AFIELD_RESULTS_DIR;
const resultsDir = kept ? resolve(kept) : mkdtempSync(join(tmpdir(), 'afield-results-'));
mkdirSync(resultsDir, { recursive: true });
if (!kept) process.once('exit', () => rmSync(resultsDir, { recursive: true, force: true }));
process.chdir(root);

const seconds = (/** @type {number} */ startMs) => `${((performance.now() - startMs) / 1000).toFixed(1)} s`;
const startMs = performance.now();
const results = [];

/** @param {import('#tests/runner/stages.mjs').Stage} stage */
async function runStage({ key, title, isCheck, run }) {
  const stageStartMs = performance.now();
  const counts = await run(resultsDir);
  writeFileSync(join(resultsDir, `${key}.counts.json`), JSON.stringify(counts));
  console.log(`      ${isCheck ? `${title}: ` : ''}${countsText(counts)} in ${seconds(stageStartMs)}`);
  return counts;
}
try {
  for (const { prepare } of chosen) await prepare?.();
  for (const group of groupsOf(chosen)) {
    for (const { title } of group)
      console.log(`\n[${chosen.findIndex((it) => it.title === title) + 1}/${chosen.length}] ${title}`);
    const ran = await Promise.all(group.map(runStage));
    results.push(...ran);
    if (sum(ran).failed > 0) break;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  results.push({ passed: 0, failed: 1, skipped: 0 });
}

const total = sum(results);
const left = chosen.length - results.length;
if (left > 0) console.log(`\nStopped: ${left} of ${chosen.length} stages have not run.`);
if (changed !== undefined) console.log('\nBrowser tests were not run. Run the main ones with: npm test -- build e2e');
console.log(`\nTook ${seconds(startMs)}.\n${countsText(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
