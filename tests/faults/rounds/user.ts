import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '#tests/simulation/queue/random.ts';
import { type Creators, markPattern } from './creators.ts';
import type { OpenTab } from './device.ts';
import { look, press, type Screen } from './screen.ts';
import type { ScreenLog } from './screen-log.ts';
import { canDecide } from './words.ts';

type Panel = NonNullable<Screen['panel']>;

const failure = /Something went wrong/;
const sendChanges = /^Request changes \(\d+\)$/;

interface Deps {
  random: Random;
  creators: Creators;
  screenLog: ScreenLog;
  /** Called with each undone decision, which is then gone without being lost. */
  note(text: string): void;
}

/** A brand's user: each step acts on the current screen, so no plan has to survive a reload. */
export function userOf({ random, creators, screenLog, note }: Deps) {
  /** Content that was on screen when the checklist was opened, by document. */
  const lookedAt = new Map<number, string>();
  const contentOf = (screen: Screen) => creators.contentWith(markPattern.exec(screen.panel?.text ?? '')?.[0] ?? '');

  /** Most users decide at a glance; some watch the video first. */
  const consider = () => wait(random.below(random.chance(0.8) ? 600 : 8_000));

  async function decide({ tab, sheet }: OpenTab, offerId: string): Promise<void> {
    await consider();
    const isApproval = random.chance(0.6);
    const at = Date.now();
    const screen = await press(tab, 'panel', isApproval ? /^Approve (draft|link)$/ : /^Request changes$/);
    const fulfillmentId = screen && contentOf(screen);
    if (!fulfillmentId) return;
    if (isApproval) screenLog.decided({ offerId, fulfillmentId, decision: 'approve', sheet, at });
    else lookedAt.set(sheet.id, fulfillmentId);
  }

  async function fillIn({ tab, sheet }: OpenTab, offerId: string, panel: Panel): Promise<void> {
    const fulfillmentId = lookedAt.get(sheet.id);
    if (fulfillmentId === undefined || random.chance(0.05)) {
      await press(tab, 'panel', /^Back to the submission$/);
    } else if (!panel.buttons.some((name) => sendChanges.test(name))) {
      await press(tab, 'panel', /^Start over/);
    } else {
      await consider();
      const at = Date.now();
      const screen = await press(tab, 'panel', sendChanges);
      if (screen) screenLog.decided({ offerId, fulfillmentId, decision: 'reject', sheet, at });
    }
  }

  async function takeBack(tab: OpenTab['tab'], place: 'panel' | 'drawer', name: RegExp, offerId: string) {
    // The page may be killed before it responds, so record this before the press.
    screenLog.takingBack(offerId, true);
    note(`${name} of ${offerId}`);
    if ((await press(tab, place, name)) === null) screenLog.takingBack(offerId, false);
  }

  async function tryAgain(tab: OpenTab['tab'], place: 'panel' | 'drawer', name: RegExp, offerId: string) {
    const at = Date.now();
    if (await press(tab, place, name)) screenLog.retried(offerId, at);
  }

  async function inPanel(open: OpenTab, panel: Panel): Promise<void> {
    const { tab } = open;
    const offerId = creators.offers.find(({ creator }) => creator === panel.title)?.id;
    const has = (name: RegExp) => panel.buttons.some((each) => name.test(each));
    const leave = async () => {
      const next = random.chance(0.4) ? await press(tab, 'panel', /^Next to review/) : null;
      if (next === null) await press(tab, 'panel', /^Close offer$/);
    };
    if (offerId === undefined) return leave();
    if (/Select all that apply/.test(panel.text)) return fillIn(open, offerId, panel);
    if (canDecide(panel)) return random.chance(0.15) ? leave() : decide(open, offerId);
    if (has(/^Retry$/) && random.chance(0.4)) return tryAgain(tab, 'panel', /^Retry$/, offerId);
    if (has(/^(Discard|Review again)$/)) return takeBack(tab, 'panel', /^(Discard|Review again)$/, offerId);
    // Dismiss undoes nothing: the decision may have arrived.
    if (has(/^Dismiss$/)) return void (await press(tab, 'panel', /^Dismiss$/));
    if (has(/^Undo$/) && random.chance(0.3)) return takeBack(tab, 'panel', /^Undo$/, offerId);
    return leave();
  }

  async function inDrawer({ tab }: OpenTab, items: readonly string[]): Promise<void> {
    const offer = creators.offers.find(({ creator }) => items.some((item) => item.includes(creator)));
    const named = (verb: string) => new RegExp(`^${verb}: .*, ${offer?.creator}$`);
    const what = random.weighted({ close: 3, Undo: 2, Retry: 1, Discard: 1, 'Review again': 1, Dismiss: 1 });
    if (offer === undefined || what === 'close') await press(tab, 'drawer', /^Close$/);
    else if (what === 'Dismiss') await press(tab, 'drawer', named(what));
    else if (what === 'Retry') await tryAgain(tab, 'drawer', named(what), offer.id);
    else await takeBack(tab, 'drawer', named(what), offer.id);
  }

  /** Handles an error of the app itself: the last press had no effect. */
  async function dismissError({ tab }: OpenTab, { panel }: Screen): Promise<void> {
    const about = panel ? creators.offers.filter(({ creator }) => creator === panel.title) : creators.offers;
    for (const { id } of about) screenLog.takingBack(id, false);
    const [offer] = about;
    if (panel && offer && canDecide(panel) && screenLog.last(offer.id)?.word === null) screenLog.failed(offer.id);
    await press(tab, 'toasts', /^Close$/);
  }

  return {
    async step(open: OpenTab): Promise<void> {
      const screen = await look(open.tab);
      if (screen.toasts.some((toast) => failure.test(toast))) return dismissError(open, screen);
      if (screen.drawer) return inDrawer(open, screen.drawer);
      if (screen.panel) return inPanel(open, screen.panel);
      if (random.chance(0.08) && (await press(open.tab, 'banner', /^(View|Review)$/))) return;
      const isOpenTo = ({ text }: Screen['rows'][number]) => /Review (draft|link)|Needs attention/.test(text);
      const rows = random.chance(0.8) ? screen.rows.filter(isOpenTo) : screen.rows;
      const row = rows[random.below(rows.length)];
      const creator = creators.offers.find(({ id }) => id === row?.offerId)?.creator;
      if (creator !== undefined) await press(open.tab, 'page', new RegExp(`(^|\\b)${creator}\\b`));
    },
  };
}
