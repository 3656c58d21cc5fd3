import type { Word } from '#tests/support/history/actions.ts';
import type { HistoryRecorder } from '#tests/support/history/recorder.ts';
import { type Creators, markPattern } from './creators.ts';
import type { Screen } from './screen.ts';
import { type Badge, badgeIn, canDecide, isRefusedItem, outcomeIn } from './words.ts';

/** A document in a tab: a reload makes another. */
export interface Sheet {
  id: number;
  loadedAt: number;
}

/** A decision as it was tapped. */
export interface Tapped {
  offerId: string;
  /** The content that was on the screen. */
  fulfillmentId: string;
  decision: 'approve' | 'reject';
  sheet: Sheet;
  at: number;
}

export interface ToldAction extends Tapped {
  actionId: string;
  /** When it was decided first; `at` is of the last retry. */
  tappedAt: number;
  /** What the user was told of it last. */
  word: Word | null;
  /** Undo or Discard was pressed, and it was not seen yet what became of it. */
  takenBack: boolean;
}

export interface Told {
  readonly actions: readonly Readonly<ToldAction>[];
  /** The last decision about an offer. */
  last(offerId: string): Readonly<ToldAction> | undefined;
  decided(tapped: Tapped): void;
  /** Undo or Discard was pressed, or was answered with an error. */
  takingBack(offerId: string, isUnderWay: boolean): void;
  /** A parked decision was sent again, at this time. */
  retried(offerId: string, at: number): void;
  /** The app said that it failed. */
  failed(offerId: string): void;
  /**
   * At the end: what was taken back, and whose content was replaced before anybody looked again. Its user holds it for
   * undone, and the server has not applied it.
   */
  endOf(applied: ReadonlySet<string>): void;
  /** Reads what a screen says of decisions. */
  see(sheet: Sheet, screen: Screen): void;
}

/** Turns what screens say into what a user was told. */
export function listenToScreens(
  { record }: HistoryRecorder,
  { offers, contentWith }: Pick<Creators, 'offers' | 'contentWith'>,
): Told {
  const actions: ToldAction[] = [];
  const badgesBefore = new Map<string, Badge>();
  /** Which document has heard of which decision. */
  const heardOf = new Set<string>();
  const last = (offerId: string) => actions.findLast((action) => action.offerId === offerId);
  let waitingBefore = '';
  let saidAt = 0;

  function invoke({ actionId, offerId, fulfillmentId, decision }: ToldAction, at: number) {
    record({ kind: 'invoke', at, actionId, recordId: offerId, seen: fulfillmentId, wish: decision });
  }

  function tell(action: ToldAction, word: Exclude<Word, 'abandoned'>) {
    if (action.word === word) return;
    action.word = word;
    if (word !== 'saved') action.takenBack = false;
    const { actionId } = action;
    if (word === 'unsure') record({ kind: 'parked', actionId, certainty: 'unknown' });
    else record({ kind: word, actionId });
  }

  /** Another tab may lag: it is talking of a decision once it was loaded after it, or has shown it as new. */
  const knows = (sheet: Sheet, { sheet: own, at, actionId }: ToldAction) =>
    sheet.id === own.id || sheet.loadedAt > at || heardOf.has(`${sheet.id} ${actionId}`);

  const isOpenStill = ({ word }: ToldAction) => word === null || word === 'saved';

  function seeBadge(sheet: Sheet, offerId: string, text: string): void {
    const found = badgeIn(text);
    if (found === null) return;
    const key = `${sheet.id} ${offerId}`;
    const before = badgesBefore.get(key);
    badgesBefore.set(key, found.badge);
    const action = last(offerId);
    const { told } = found;
    if (action === undefined || told === null || !isOpenStill(action)) return;
    if (told.decision !== null && told.decision !== action.decision) return;
    if (told.word === 'saved' && before !== undefined && before !== found.badge) {
      heardOf.add(`${sheet.id} ${action.actionId}`);
    }
    if (!knows(sheet, action)) return;
    // A word that is older than the last one is a screen that lags, or a lie; the last look of a round tells them apart.
    if (told.word !== 'saved' || action.word === null) tell(action, told.word);
  }

  function seePanel(sheet: Sheet, panel: NonNullable<Screen['panel']>): void {
    const offer = offers.find(({ creator }) => creator === panel.title);
    const action = offer && last(offer.id);
    if (action === undefined) return;
    const shown = contentWith(markPattern.exec(panel.text)?.[0] ?? '');
    if (action.takenBack && canDecide(panel) && shown === action.fulfillmentId) tell(action, 'undone');
    const outcome = outcomeIn(panel);
    if (outcome === null || !(isOpenStill(action) || action.word === 'unsure') || !knows(sheet, action)) return;
    if (outcome === 'refused') tell(action, badgeIn(panel.text)?.badge === 'Needs attention' ? 'parked' : 'refused');
    else if (outcome !== 'saved' || action.word === null) tell(action, outcome);
  }

  function seeDrawer(sheet: Sheet, items: readonly string[]): void {
    for (const { id, creator } of offers) {
      const action = last(id);
      const isRefused = items.some((item) => item.includes(creator) && isRefusedItem(item));
      const isNews = action && (isOpenStill(action) || action.word === 'unsure') && knows(sheet, action);
      if (isRefused && isNews) tell(action, 'parked');
    }
  }

  /** What waits, as the list shows it: told when it changes, and every second while anything does. */
  function seeQueue(rows: Screen['rows']): void {
    const waiting = rows.flatMap(({ offerId, text }) => {
      const action = badgeIn(text)?.told?.word === 'saved' ? last(offerId) : undefined;
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
        // Nothing was said of the first tap: for its user the second is the same decision.
        invoke(before, tapped.at);
        return;
      }
      const action: ToldAction = {
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
      if (action) tell(action, 'refused');
    },
    endOf(applied) {
      for (const action of actions) {
        if (action.takenBack && action.word === 'saved' && !applied.has(action.actionId)) tell(action, 'undone');
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
