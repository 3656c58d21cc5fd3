import { inspect } from 'node:util';
import type { Database } from '#server/database/database.ts';
import { recountFigures } from '#server/services/figures/rollups/recount.ts';
import { type Random, randomOf } from '#tests/fuzz/random.ts';
import { checks, noteSettlements } from './checks.ts';
import { costFaults, shownFaults } from './costs.ts';
import { allCampaigns, beginLife, endLife, type Life, type Step } from './life.ts';
import { gainOf, readSeen, type Seen } from './seen.ts';
import { archiveNow, create, decide, runClock, settle } from './steps/campaigns.ts';
import { fund, reconcileAll } from './steps/money.ts';
import { grow, growIn, invite } from './steps/offers.ts';
import { steps } from './steps.ts';

/** A planned step, with the seed of its choices. */
interface Planned {
  step: Step;
  seed: number;
}

export interface Plan {
  seed: number;
  steps: readonly Planned[];
  /** True if the last reconciliation comes before the last settlements; otherwise it comes after them. */
  reconcilesFirst: boolean;
}

function anyStep(dice: Random): Step {
  let left = dice.below(steps.reduce((sum, { weight }) => sum + weight, 0));
  for (const step of steps) {
    left -= step.weight;
    if (left < 0) return step;
  }
  return fund;
}

/** The life of a seed. It begins with the steps that most others depend on. */
export function planOf(seed: number): Plan {
  const dice = randomOf(seed, 0);
  const begun = [fund, create, decide, invite, invite, grow];
  const rest = Array.from({ length: 5 + dice.below(9) }, () => anyStep(dice)).flatMap((step) =>
    step === settle && dice.chance(0.5) ? [step, reconcileAll] : [step],
  );
  const planned = [...begun, ...rest].map((step, i) => ({ step, seed: i + 1 }));
  return { seed, steps: planned, reconcilesFirst: dice.chance(0.5) };
}

/** The same life with each adjacent settlement and reconciliation swapped. */
export function exchanged({ steps: planned, reconcilesFirst, ...plan }: Plan): Plan {
  const turned = [...planned];
  for (let i = 1; i < turned.length; i += 1) {
    const [a, b] = [turned[i - 1], turned[i]];
    if (a === undefined || b === undefined || a.step === b.step) continue;
    const areBoth = [a, b].every(({ step }) => step === settle || step === reconcileAll);
    if (!areBoth) continue;
    [turned[i - 1], turned[i]] = [b, a];
    i += 1;
  }
  return { ...plan, steps: turned, reconcilesFirst: !reconcilesFirst };
}

export interface Played {
  /** The steps as text. */
  words: string[];
  fault: string | null;
  /** The state at the end, without ids that differ each time. */
  digest: unknown;
}

/** A broken law of the books. Its stack is irrelevant. */
class BooksError extends Error {}

/** Plays a life in a database of its own, and checks the books after each step. */
export async function play(db: Database, plan: Plan, { isConcurrent }: { isConcurrent: boolean }): Promise<Played> {
  const words: string[] = [];
  const life = await beginLife(db, randomOf(plan.seed, -1), isConcurrent);
  let digest: unknown = null;
  const take: Take = async (act, also) => {
    const said = await act();
    if (said === null) return;
    words.push(said);
    await expectSoundBooks(life, also);
  };
  try {
    for (const { step, seed } of plan.steps) {
      const act = () =>
        step.play(life, randomOf(plan.seed, seed)).catch((error: unknown) => {
          words.push(`(in “${step.name}”)`);
          throw error;
        });
      await take(act, step.isRecounted ? { costs: true } : {});
    }
    digest = await close(life, plan, take);
    return { words, fault: null, digest };
  } catch (error) {
    return { words, fault: error instanceof BooksError ? error.message : inspect(error), digest };
  } finally {
    await endLife(life);
  }
}

/** Slower checks besides the laws of the books. */
interface Also {
  costs?: true;
  shown?: true;
}

type Take = (act: () => Promise<string | null>, also?: Also) => Promise<void>;

async function expectSoundBooks(life: Life, also: Also = {}): Promise<Seen[]> {
  const all: Seen[] = [];
  for (const brand of life.brands) {
    const seen = await readSeen(life, brand);
    const faults = checks.flatMap((check) => check(seen));
    if (also.costs) for (const known of brand.campaigns) faults.push(...(await costFaults(life, seen, known)));
    if (also.shown) faults.push(...(await shownFaults(life, seen)));
    if (faults.length > 0) throw new BooksError(faults.join('\n'));
    noteSettlements(seen);
    all.push(seen);
  }
  return all;
}

const dayMs = 86_400_000;

/** Ends and settles every campaign, and adds more figures: the money must not change any more. */
async function close(life: Life, plan: Plan, take: Take) {
  await expectSoundBooks(life, { costs: true, shown: true });
  // Incrementally updated rollups must equal rollups computed from all figures.
  for (const { id } of life.brands) await recountFigures(life.db, id);
  await expectSoundBooks(life, { costs: true });
  const dice = randomOf(plan.seed, -2);
  const growAll = async () => {
    const reports: (string | null)[] = [];
    for (const found of allCampaigns(life)) reports.push(await growIn(life, found, dice));
    return reports.filter((words) => words !== null).join('; ') || 'There are no posts';
  };
  const settleAll = async () => {
    for (const found of allCampaigns(life)) await archiveNow(life, found);
    life.clock.advance(31 * dayMs);
    // Views of that day are too late, those of earlier days aren't.
    const words = await growAll();
    await runClock(life);
    return `All campaigns are archived. 31 days later: ${words}. The clock runs: they are settled`;
  };
  const reconcile = () => reconcileAll.play(life, randomOf(plan.seed, 0));
  for (const act of plan.reconcilesFirst ? [reconcile, settleAll] : [settleAll, reconcile]) await take(act);
  await take(async () => {
    const words = await growAll();
    await runClock(life);
    return `${words}. The clock runs again`;
  });
  const all = await expectSoundBooks(life, { shown: true });
  return all.map((seen) => {
    const [held, left, pending] = (['held', 'campaigns', 'pending'] as const).map((account) =>
      gainOf(account, seen.entries),
    );
    // The provider also pays creators, which the bank doesn't see.
    const provider = gainOf(
      'provider',
      seen.entries.filter(({ kind }) => kind.startsWith('funds_')),
    );
    if (held !== 0 || left !== 0)
      throw new BooksError(`${held} held and ${left} on campaigns are left of ${seen.brand.name}`);
    const taken = life.bank.taken(seen.brand.id);
    // A pending charge may fail.
    if (pending === 0 && provider !== -taken) throw new BooksError(`The bank took ${taken}, and ${provider} is booked`);
    return digestOf(seen);
  });
}

const digestOf = ({ entries, campaigns, payments }: Seen) => ({
  entries: entries.map(({ kind, lines }) => `${kind} ${JSON.stringify(Object.entries(lines).sort())}`).sort(),
  campaigns: campaigns.map(({ known, row, earned }) => ({
    ...{ name: known.name, spentCents: row.spentCents, countedUntil: row.countedUntil, settledAt: row.settledAt },
    earned: [...earned].sort(([a], [b]) => (a < b ? -1 : 1)),
  })),
  payments: payments
    .map(({ amountCents, kind, status, statusReason }) => `${amountCents} ${kind} ${status} ${statusReason}`)
    .sort(),
});
