// `npm run fuzz -- [--calls N] [--seed S] [--only INDEX] [--at-once N]` sends valid, nearly valid and hostile requests
// to every endpoint, from every kind of caller, to a server in a separate process. It exits with 1 if a request got a
// 5xx, a response outside the contract, one after more than a second, or none.
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import type { EndpointName } from '#contract/calls/endpoints.ts';
import { startProcess } from '#tests/support/servers/process.ts';
import { createClient } from './client.ts';
import { createCreators } from './creators.ts';
import { type Example, makeExamples } from './examples.ts';
import { type Identity, makeIdentities } from './identities.ts';
import { knownOf } from './known.ts';
import { type Random, randomOf } from './random.ts';
import { createReport, type Finding } from './report.ts';
import { nameOf, requestOf } from './requests.ts';
import { createReviews } from './reviews.ts';
import { createSender } from './send.ts';
import { waitedMs } from './waited.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '5000' },
    seed: { type: 'string' },
    only: { type: 'string' },
    'at-once': { type: 'string', default: '4' },
  },
});
const calls = Number(values.calls);
const seed = values.seed === undefined ? randomInt(1, 2 ** 31) : Number(values.seed);
const atOnce = Number(values['at-once']);
if (![calls, seed, atOnce].every((number) => Number.isSafeInteger(number) && number > 0)) {
  throw new Error('--calls, --seed and --at-once take whole numbers above 0.');
}
const say = (line: string) => process.stdout.write(`${line}\n`);
const slowMs = 1_000;

say(`${calls} calls, seed ${seed}`);
const dataDir = mkdtempSync(join(tmpdir(), 'afield-fuzz-'));
/** Has no listener: pushes are attempted and fail. */
const pushOrigin = 'http://127.0.0.1:9';
const server = startProcess({
  DATA_DIR: dataDir,
  PORT: '0',
  SEED_DEMO: '1',
  SIMULATE: '0',
  HOST: '127.0.0.1',
  PUSH_SERVICES: pushOrigin,
});
const findings: Finding[] = [];
const missed: string[] = [];
const report = createReport();
try {
  const address = await server.ready;
  const client = createClient(address, dataDir);
  const identities = await makeIdentities(client, dataDir);
  const known = await knownOf(client, identities);
  const reviews = await createReviews(client, identities, dataDir);
  const creators = await createCreators(client, identities, dataDir);
  const examples = await makeExamples({ client, identities, reviews, creators, pushOrigin });
  const callers = [...identities.all, ...creators.identities.slice(0, 2)];
  const sender = createSender(address, atOnce);

  const exampleOf = async (name: EndpointName, choices: Random): Promise<Example | null> => {
    try {
      return (await examples[name]?.(choices)) ?? null;
    } catch (error) {
      // A concurrent request may have removed the record that this one needed.
      missed.push(`${name}: ${error instanceof Error ? error.message : error}`);
      return null;
    }
  };
  const pid = server.child.pid ?? 0;
  /** Slow requests, repeated alone later: another request may have caused the delay. */
  const suspects: number[] = [];
  const callOnce = async (index: number) => {
    const name = nameOf(index);
    const choices = randomOf(seed, index + 0x40000000);
    const stranger = choices.pick(callers);
    const example: Example = (choices.chance(0.7) && (await exampleOf(name, choices))) || {};
    const identity: Identity = example.as !== undefined && choices.chance(0.9) ? example.as : stranger;
    const asked = requestOf(index, randomOf(seed, index), known, example);
    const token = identity.token();
    let answer = await sender.send(asked, token);
    // A 401 because another request ended the session says nothing about this one.
    if (answer.status === 401 && token !== null && (await identity.renew(token)))
      answer = await sender.send(asked, identity.token());
    const whys = [
      ...(answer.status >= 500 && answer.status !== 501 ? [`${answer.status}`] : []),
      ...(answer.breach === null ? [] : [answer.breach]),
    ];
    return { name, answer, asked, found: whys.map((why): Finding => ({ index, name, identity: identity.name, why })) };
  };

  const [first, end] = values.only === undefined ? [0, calls] : [Number(values.only), Number(values.only) + 1];
  let next = first;
  const worker = async () => {
    for (let index = next++; index < end; index = next++) {
      const { name, answer, asked, found } = await callOnce(index);
      report.add(name, answer);
      findings.push(...found);
      if (answer.timeMs > slowMs) suspects.push(index);
      if (values.only !== undefined) say(inspect([asked, answer]));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  for (const index of suspects) {
    const times: number[] = [];
    for (let again = 0; again < 3; again += 1) {
      const before = waitedMs(pid);
      const { timeMs } = (await callOnce(index)).answer;
      times.push(timeMs - (waitedMs(pid) - before));
    }
    const bestMs = Math.round(Math.min(...times));
    if (bestMs <= slowMs) continue;
    findings.push({ index, name: nameOf(index), identity: 'whoever it was', why: `${bestMs} ms of its own, alone` });
  }
  sender.close();
  say(report.print());
  if (missed.length > 0) say(`${missed.length} examples could not be made, such as ${missed[0]}`);
  say(`${suspects.length} answers took more than ${slowMs} ms beside others.`);
} finally {
  server.child.kill('SIGTERM');
  const { code, stderr } = await server.ended;
  rmSync(dataDir, { recursive: true, force: true });
  const errors = stderr.split('\n').filter((line) => /"level":(50|60)/.test(line));
  for (const line of errors.slice(0, 20)) say(line);
  if (code !== 0) findings.push({ index: -1, name: 'getHealth', identity: 'the server', why: `ended with ${code}` });
}
for (const { index, name, identity, why } of findings.slice(0, 50)) {
  say(`${name} by ${identity}: ${why}. Again: npm run fuzz -- --calls ${calls} --seed ${seed} --only ${index}`);
}
say(`${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
