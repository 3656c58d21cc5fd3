import type { Word } from '#tests/support/history/actions.ts';
import type { HistoryRecorder } from '#tests/support/history/recorder.ts';
import { type Creators, markPattern } from './creators.ts';
import type { Screen } from './screen.ts';
import { type Badge, badgeIn, canDecide, isRefusedItem, outcomeIn } from './words.ts';

/** A document in a tab; a reload creates another. */
export interface Sheet {
  id: number;
  loadedAt: number;
}

/** A tap that made a decision. */
export interface Tapped {
  offerId: string;
  /** The content that was on the screen. */
  fulfillmentId: string;
  decision: 'approve' | 'reject';
  sheet: Sheet;
  at: number;
}

export interface ObservedAction extends Tapped {
  actionId: string;
  /** Time of the first tap; `at` is of the last retry. */
  tappedAt: number;
  /** The last status shown to the user. */
  word: Word | null;
  /** True after Undo or Discard until a screen shows the outcome. */
  takenBack: boolean;
}

export interface ScreenLog {
  readonly actions: readonly Readonly<ObservedAction>[];
  /** Latest decision on an offer. */
  last(offerId: string): Readonly<ObservedAction> | undefined;
  decided(tapped: Tapped): void;
  /** Called when Undo or Discard is pressed (`isUnderWay`), or has failed. */
  takingBack(offerId: string, isUnderWay: boolean): void;
  /** Called when a parked decision is retried, with the time. */
  retried(offerId: string, at: number): void;
  /** Called when the app shows that the last decision failed. */
  failed(offerId: string): void;
  /**
   * Called at the end: a decision may have been undone and its content replaced before the next look. If the server
   * hasn't applied it, the user considers it undone.
   */
  endOf(applied: ReadonlySet<string>): void;
  /** Reads statuses of decisions from a screen. */
  see(sheet: Sheet, screen: Screen): void;
}

/** Turns texts on screens into events of what the user saw. */
export function listenToScreens(
  { record }: HistoryRecorder,
  { offers, contentWith }: Pick<Creators, 'offers' | 'contentWith'>,
): ScreenLog {
  const actions: ObservedAction[] = [];
  const badgesBefore = new Map<string, Badge>();
  /** Pairs of a document and a decision that it has shown. */
  const seenBy = new Set<string>();
  const last = (offerId: string) => actions.findLast((action) => action.offerId === offerId);
  let waitingBefore = '';
  let saidAt = 0;

  function invoke({ actionId, offerId, fulfillmentId, decision }: ObservedAction, at: number) {
    record({ kind: 'invoke', at, actionId, recordId: offerId, seen: fulfillmentId, operation: decision });
  }

  function report(action: ObservedAction, word: Exclude<Word, 'abandoned'>) {
    if (action.word === word) return;
    action.word = word;
    if (word !== 'saved') action.takenBack = false;
    const { actionId } = action;
    if (word === 'unsure') record({ kind: 'parked', actionId, certainty: 'unknown' });
    else record({ kind: word, actionId });
  }

  /**
   * True if a document's text can refer to a decision. Another tab may lag, unless it was loaded later or has shown it.
   */
  const knows = (sheet: Sheet, { sheet: own, at, actionId }: ObservedAction) =>
    sheet.id === own.id || sheet.loadedAt > at || seenBy.has(`${sheet.id} ${actionId}`);

  const isOpenStill = ({ word }: ObservedAction) => word === null || word === 'saved';

  function seeBadge(sheet: Sheet, offerId: string, text: string): void {
    const found = badgeIn(text);
    if (found === null) return;
    const key = `${sheet.id} ${offerId}`;
    const before = badgesBefore.get(key);
    badgesBefore.set(key, found.badge);
    const action = last(offerId);
    const { meaning } = found;
    if (action === undefined || meaning === null || !isOpenStill(action)) return;
    if (meaning.decision !== null && meaning.decision !== action.decision) return;
    if (meaning.word === 'saved' && before !== undefined && before !== found.badge) {
      seenBy.add(`${sheet.id} ${action.actionId}`);
    }
    if (!knows(sheet, action)) return;
    // "Saved" after a later status comes from a tab that lags, or is false; a round's last look tells them apart.
    if (meaning.word !== 'saved' || action.word === null) report(action, meaning.word);
  }

  function seePanel(sheet: Sheet, panel: NonNullable<Screen['panel']>): void {
    const offer = offers.find(({ creator }) => creator === panel.title);
    const action = offer && last(offer.id);
    if (action === undefined) return;
    const shown = contentWith(markPattern.exec(panel.text)?.[0] ?? '');
    if (action.takenBack && canDecide(panel) && shown === action.fulfillmentId) report(action, 'undone');
    const outcome = outcomeIn(panel);
    if (outcome === null || !(isOpenStill(action) || action.word === 'unsure') || !knows(sheet, action)) return;
    if (outcome === 'refused') report(action, badgeIn(panel.text)?.badge === 'Needs attention' ? 'parked' : 'refused');
    else if (outcome !== 'saved' || action.word === null) report(action, outcome);
  }

  function seeDrawer(sheet: Sheet, items: readonly string[]): void {
    for (const { id, creator } of offers) {
      const action = last(id);
      const isRefused = items.some((item) => item.includes(creator) && isRefusedItem(item));
      const isNews = action && (isOpenStill(action) || action.word === 'unsure') && knows(sheet, action);
      if (isRefused && isNews) report(action, 'parked');
    }
  }

  /** Records the pending decisions in the list whenever they change, and every second while there are any. */
  function seeQueue(rows: Screen['rows']): void {
    const waiting = rows.flatMap(({ offerId, text }) => {
      const action = badgeIn(text)?.meaning?.word === 'saved' ? last(offerId) : undefined;
      return action === undefined ? [] : [action.actionId];
    });
    const now = Date.now();
    if (waiting.join() === waitingBefore && (waiting.length === 0 || now - saidAt < 1_000)) return;
    waitingBefore = waiting.join();
    saidAt = now;
    record({ kind: 'queue', actionIds: waiting });
  }

  return {
    actions,
    last,
    decided(tapped) {
      const before = last(tapped.offerId);
      const isSame = before?.fulfillmentId === tapped.fulfillmentId && before.decision === tapped.decision;
      if (before && isSame && before.word === null) {
        // The first tap had no visible effect, so for the user the second one is the same decision.
        invoke(before, tapped.at);
        return;
      }
      const action: ObservedAction = {
        ...tapped,
        tappedAt: tapped.at,
        actionId: `decision-${actions.length + 1}`,
        word: null,
        takenBack: false,
      };
      actions.push(action);
      invoke(action, tapped.at);
    },
    takingBack(offerId, isUnderWay) {
      const action = last(offerId);
      if (action) action.takenBack = isUnderWay;
    },
    retried(offerId, at) {
      const action = last(offerId);
      if (action === undefined) return;
      Object.assign(action, { word: null, at });
      invoke(action, at);
    },
    failed(offerId) {
      const action = last(offerId);
      if (action) report(action, 'refused');
    },
    endOf(applied) {
      for (const action of actions) {
        if (action.takenBack && action.word === 'saved' && !applied.has(action.actionId)) report(action, 'undone');
      }
    },
    see(sheet, screen) {
      if (screen.panel) seePanel(sheet, screen.panel);
      if (screen.drawer) seeDrawer(sheet, screen.drawer);
      for (const { offerId, text } of screen.rows) seeBadge(sheet, offerId, text);
      if (screen.rows.length >= offers.length) seeQueue(screen.rows);
    },
  };
}
