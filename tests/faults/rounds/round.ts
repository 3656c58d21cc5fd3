import { watchMachine } from '#tests/e2e/fixtures/network/machine.ts';
import type { AppServer } from '#tests/e2e/fixtures/server/app-server.ts';
import type { Phone } from '#tests/engines/phones/phone.ts';
import { checkHistory, type Violations } from '#tests/support/history/check.ts';
import type { HistoryEvent } from '#tests/support/history/event.ts';
import type { HistoryRecorder } from '#tests/support/history/recorder.ts';
import type { FaultProxy } from '../proxy.ts';
import { inviteCreators } from './creators.ts';
import { type Device, holdDevice } from './device.ts';
import { effectsOn } from './effects.ts';
import { playOut } from './happenings.ts';
import type { Plan } from './plan.ts';
import { look } from './screen.ts';
import { listenToScreens } from './screen-log.ts';
import { clearAttention, differences, eventually, isSettled, settle } from './settle.ts';

/** Promised time for a decision to arrive once the server responds and a page is open, in ms. */
const promisedMs = 5_000;

export interface Scene {
  phone: Phone;
  server: AppServer;
  /** The connection, whose cuts the history records. */
  cable: Pick<FaultProxy, 'setMode'>;
  brandId: string;
  /** Number of the round among this brand's, counted from 1. */
  number: number;
  history: HistoryRecorder;
  note(text: string): void;
  /** Path of a screenshot, taken if the screen differs from the server at the end. */
  picture: string;
}

export interface RoundResult {
  decisions: number;
  applied: number;
  killed: number;
  stopped: number;
  /** Time from the network's final return to the effect of each decision that was pending then, in ms. */
  waitsMs: number[];
  violations: Violations;
  /** Broken promises beyond the laws of the history. */
  findings: string[];
}

/** Waits until the campaign shows all of its offers, and nothing is in flight. */
async function begin(device: Device, offers: number): Promise<void> {
  await device.openTab();
  const shown = () => device.tabs()[0]?.screen ?? null;
  if (await eventually(() => isSettled(shown()) && shown()?.rows.length === offers)) return;
  const tab = device.tabs()[0]?.tab;
  throw new Error(`The campaign did not come: ${JSON.stringify(tab && (await look(tab)))}`);
}

/** Plays a plan in a real browser, and accounts for every decision. */
export async function playRound(plan: Plan, scene: Scene): Promise<RoundResult> {
  const { phone, server, cable, brandId, history, note, picture } = scene;
  const creators = await inviteCreators(server, { brandId, round: scene.number, count: plan.offers });
  const screenLog = listenToScreens(history, creators);
  const path = `/dashboard/campaigns/${creators.campaignId}`;
  const device = holdDevice({ phone, path, history, see: screenLog.see, note });
  try {
    return await play();
  } finally {
    // An aborted round would watch its tabs forever, and the process would not end.
    await device.leave().catch((error: unknown) => note(`leave: ${error}`));
  }

  async function play(): Promise<RoundResult> {
    await begin(device, plan.offers);
    const machineLateMs = watchMachine();
    const count = await playOut({ plan, cable, device, creators, screenLog, note });

    note('network: mended');
    await cable.setMode({ kind: 'pass' });
    const mendedAt = Date.now();
    const findings: string[] = [];
    const end = await settle(device, creators, screenLog);
    if (!end.isSettled) findings.push(`unsettled 60 s after the network's return: ${end.banner}`);
    const lateMs = machineLateMs();
    const effects = await effectsOn(server, creators, screenLog.actions);
    for (const event of effects.events) history.record(event);
    screenLog.endOf(new Set(effects.events.flatMap((event) => (event.kind === 'applied' ? [event.actionId] : []))));
    if (effects.doubled > 0) findings.push(`the server did ${effects.doubled} decisions more than its database shows`);
    const events = [...history.events()];
    return {
      ...count,
      decisions: screenLog.actions.length,
      applied: effects.applied,
      waitsMs: waitsAfter(mendedAt, events),
      violations: checkHistory(events, { stuckAfterMs: promisedMs + lateMs, recordsRefusals: true }),
      findings: [...findings, ...(await finish())],
    };
  }

  /** Clears the queue for the next round, and compares the screen with the server. */
  async function finish(): Promise<string[]> {
    const left = (await clearAttention(device)) ? [] : ['a decision that needs attention could not be discarded'];
    await device.reload();
    const different = await differences(device, creators);
    if (different.length > 0) await noteScreen();
    if (device.sawLogin()) left.push('the login was asked for');
    return [...left, ...different];
  }

  async function noteScreen(): Promise<void> {
    const tab = device.tabs()[0]?.tab;
    if (tab === undefined) return;
    note(`at the end: ${await look(tab).then(JSON.stringify, String)}`);
    await tab.screenshot(picture).catch((error: unknown) => note(`no picture: ${error}`));
  }
}

function waitsAfter(mendedAt: number, events: readonly HistoryEvent[]): number[] {
  return events.flatMap((event) => {
    if (event.kind !== 'applied' || event.at < mendedAt) return [];
    const decidedAt = events.find((each) => each.kind === 'invoke' && each.actionId === event.actionId)?.at ?? mendedAt;
    return decidedAt < mendedAt ? [event.at - mendedAt] : [];
  });
}
