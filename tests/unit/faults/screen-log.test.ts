import { describe, expect, test } from 'vitest';
import type { Creators } from '#tests/faults/rounds/creators.ts';
import type { Screen } from '#tests/faults/rounds/screen.ts';
import { listenToScreens } from '#tests/faults/rounds/screen-log.ts';
import { checkHistory } from '#tests/support/history/check.ts';
import { recordHistory } from '#tests/support/history/recorder.ts';

const ada = { id: 'off_ada', creator: 'Ada' };
const creators: Pick<Creators, 'offers' | 'contentWith'> = {
  offers: [ada],
  contentWith: (mark) => (mark === 'take-1' ? 'ful_1' : undefined),
};
const empty: Screen = { path: '/', isLogin: false, banner: '', toasts: [], rows: [], panel: null, drawer: null };
const row = (badge: string): Screen => ({ ...empty, rows: [{ offerId: ada.id, text: `Ada just now ${badge}` }] });
const panel = (text: string, ...buttons: string[]): Screen => ({ ...empty, panel: { title: 'Ada', text, buttons } });

/** A user who decides in the first tab, 100 ms after it loaded. */
function decide(decision: 'approve' | 'reject' = 'approve') {
  let now = 1_000;
  const history = recordHistory({ now: () => now++ });
  const screenLog = listenToScreens(history, creators);
  const sheet = { id: 1, loadedAt: 900 };
  const invoked = { offerId: ada.id, fulfillmentId: 'ful_1', decision, sheet, at: 1_000 };
  screenLog.decided(invoked);
  const words = () => history.events().flatMap(({ kind }) => (/invoke|queue/.test(kind) ? [] : [kind]));
  return { screenLog, sheet, history, invoked, words };
}

describe('events recorded from the screen', () => {
  test('a queued badge, then one of the next stage', () => {
    const { screenLog, sheet, words } = decide();
    for (const badge of ['Review draft', 'Approval queued', 'Approval queued', 'Waiting for link']) {
      screenLog.see(sheet, row(badge));
    }
    expect(words()).toEqual(['saved', 'sent']);
  });

  test('the open offer’s text is recorded like a badge', () => {
    const { screenLog, sheet, words } = decide('reject');
    screenLog.see(
      sheet,
      panel('Changes queued It’s saved on this device and will be sent when you reconnect.', 'Undo'),
    );
    screenLog.see(sheet, panel('Needs attention Your decision wasn’t applied', 'Discard'));
    expect(words()).toEqual(['saved', 'parked']);
  });

  test('a badge that asks for attention isn’t a refusal; the open offer and the queue are', () => {
    const refused = 'Approve draft Ada Needs attention Your decision wasn’t applied';
    for (const said of [panel(refused, 'Discard'), { ...empty, drawer: [refused] }]) {
      const { screenLog, sheet, history } = decide();
      screenLog.see(sheet, row('Needs attention'));
      expect(checkHistory(history.events(), { recordsRefusals: true }).falselyRefused).toEqual([]);
      screenLog.see(sheet, said);
      expect(checkHistory(history.events(), { recordsRefusals: true }).falselyRefused).toHaveLength(1);
    }
    const { screenLog, sheet, history } = decide();
    screenLog.see(sheet, panel('Needs attention We can’t tell whether your approval arrived', 'Dismiss'));
    expect(checkHistory(history.events(), { recordsRefusals: true }).falselyRefused).toEqual([]);
  });

  test('a decision is undone only once the same content can be decided again', () => {
    const { screenLog, sheet, words } = decide();
    screenLog.see(sheet, row('Approval queued'));
    screenLog.see(sheet, panel('take-1', 'Approve draft'));
    expect(words(), 'Undo wasn’t pressed').toEqual(['saved']);
    screenLog.takingBack(ada.id, true);
    screenLog.see(sheet, panel('take-2', 'Approve draft'));
    expect(words(), 'the content has changed').toEqual(['saved']);
    screenLog.see(sheet, panel('take-1', 'Approve draft'));
    expect(words()).toEqual(['saved', 'undone']);
  });

  test('an undone decision that was replaced before the next look counts as undone unless the server applied it', () => {
    for (const [applied, expected] of [
      [[], ['saved', 'undone']],
      [['decision-1'], ['saved']],
    ] as const) {
      const { screenLog, sheet, words } = decide();
      screenLog.see(sheet, row('Approval queued'));
      screenLog.endOf(new Set());
      expect(words(), 'Undo wasn’t pressed').toEqual(['saved']);
      screenLog.takingBack(ada.id, true);
      screenLog.see(sheet, panel('take-2', 'Approve draft'));
      screenLog.endOf(new Set(applied));
      expect(words()).toEqual(expected);
    }
  });

  test('a lagging tab settles no decision that it doesn’t know', () => {
    const { screenLog, words } = decide();
    const lagging = { id: 2, loadedAt: 950 };
    screenLog.see(lagging, row('Waiting for link'));
    expect(words()).toEqual([]);
    screenLog.see(lagging, row('Approval queued'));
    screenLog.see(lagging, row('Waiting for link'));
    expect(words()).toEqual(['saved', 'sent']);
  });

  test('a badge of the other decision doesn’t settle this one', () => {
    const { screenLog, sheet, words } = decide('reject');
    screenLog.see(sheet, row('Waiting for link'));
    expect(words()).toEqual([]);
  });

  test('a decision is lost if it disappears from the screen and never reached the server', () => {
    const { screenLog, sheet, history } = decide();
    screenLog.see(sheet, row('Approval queued'));
    screenLog.see(sheet, row('Review draft'));
    expect(checkHistory(history.events()).lost).toMatchObject([{ recordId: ada.id }]);
  });

  test('a decision that stays pending on the screen is stuck', () => {
    const { screenLog, sheet, history, invoked } = decide();
    screenLog.see(sheet, row('Approval queued'));
    history.record({ kind: 'queue', at: 9_000, actionIds: ['decision-1'] });
    const { offerId: recordId, fulfillmentId: seen, decision: operation } = invoked;
    history.record({ kind: 'applied', at: 9_000, actionId: 'decision-1', recordId, seen, operation });
    expect(checkHistory(history.events()).stuck).toMatchObject([{ actionId: 'decision-1' }]);
  });
});
