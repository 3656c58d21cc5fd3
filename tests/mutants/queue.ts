import type { Mutant } from './mutant.ts';

const attempt = 'sw/queue/attempt.ts';
const classify = 'src/domain/classify-answer.ts';
const lanes = 'sw/queue/lanes.ts';
const sending = 'sw/queue/outbox/sending.ts';
const outbox = 'sw/queue/outbox/actions.ts';

/** Faults of how decisions are kept and sent. */
export const queueMutants: readonly Mutant[] = [
  {
    name: 'if-match-from-copy',
    file: 'sw/gateway/decisions.ts',
    find: 'return seen && { ...intent, actionId, brandId, lane: laneOf(intent), seen, queuedAt: now() };',
    replace:
      'const now_ = seen?.value.currentStage.fulfillment?.id ?? ifMatch;\n    const other = { ...intent, payload: { ...intent.payload, fulfillmentId: now_ } } as typeof intent;\n    return seen && { ...other, actionId, brandId, lane: laneOf(intent), seen, queuedAt: now() };',
    harm: 'A decision is applied to content that came while the brand looked at something else.',
  },
  {
    name: 'lease-ignored',
    file: sending,
    find: 'if (!isAlone && isLeased(action, now) && action.lease?.owner !== owner) return null;',
    replace: '',
    harm: 'A decision that another worker is sending is sent beside it.',
  },
  {
    name: 'lock-not-taken',
    file: 'sw/queue/sender-lock.ts',
    find: 'locks.request(lockNames.sender, { signal: waiting.signal }',
    replace: 'locks.request(crypto.randomUUID(), { signal: waiting.signal }',
    harm: 'Two workers send at the same time, each taking the leases of the other for a dead one’s.',
  },
  {
    name: 'receipt-apart-from-removal',
    file: sending,
    find: 'await Promise.all([keep(transaction, receipt), dropAction(transaction, action)]);',
    replace:
      'await keep(transaction, receipt);\n        void Promise.resolve().then(() => writeOutbox(outbox, (later) => dropAction(later, action)));',
    harm: 'A phone that dies between receipt and removal shows a decision as waiting that is done.',
  },
  {
    name: 'newest-first',
    file: sending,
    find: 'return actions.filter(({ state, lane }) => {',
    replace: 'return actions.toReversed().filter(({ state, lane }) => {',
    harm: 'The later decision on an offer overtakes the earlier one.',
  },
  {
    name: 'lane-overtaken',
    file: sending,
    find: "if (state !== 'waiting' || lanes.has(lane)) return false;",
    replace: "if (state !== 'waiting') return false;",
    harm: 'While the first decision on an offer is held up, the second one goes.',
  },
  {
    name: 'undo-after-sending',
    file: outbox,
    find: "if (action.state === 'waiting' && action.mayHaveArrived) return { result: 'arrived' };",
    replace: '',
    harm: 'A brand is told that a decision is undone which the server has applied.',
  },
  {
    name: 'arrival-not-noted',
    file: sending,
    find: 'attempts: action.attempts + 1, mayHaveArrived: true, lease',
    replace: 'attempts: action.attempts + 1, mayHaveArrived: action.mayHaveArrived, lease',
    harm: 'While a decision is on the wire it can be taken back.',
  },
  {
    name: 'arrival-forgotten-when-full',
    file: 'sw/queue/outbox/held.ts',
    find: 'if (mayHaveArrived) await unmark(transaction, action);',
    replace: 'void [mayHaveArrived, unmark, transaction, action];',
    harm: 'On a full disk the next worker takes back a decision that the server has applied.',
  },
  {
    name: 'no-back-off',
    file: lanes,
    find: 'const notBefore = now() + (waitMs ?? backOffMs(action));',
    replace: 'const notBefore = now();',
    harm: 'A server in trouble is asked without a pause.',
  },
  {
    name: 'pause-for-one-only',
    file: lanes,
    find: '      holdUp.until(),\n',
    replace: '',
    harm: 'A server that asks to be left alone hears the other decisions all the same.',
  },
  {
    name: 'parked-on-5xx',
    file: classify,
    find: 'return status >= 500 || ',
    replace: 'return ',
    harm: 'A server that restarts makes decisions need attention that nobody refused.',
  },
  {
    name: 'settled-by-any-body',
    file: 'sw/queue/kinds/decision.ts',
    find: 'const parsed = v.safeParse(acceptEvidence.answer, body);\n    return parsed.success ? asRecord(parsed.output) : null;',
    replace: 'return asRecord(body as Offer);',
    harm: 'A decision leaves the queue by an answer that is not the server’s.',
  },
  {
    name: 'key-of-each-try',
    file: attempt,
    find: "'Idempotency-Key': action.actionId,",
    replace: "'Idempotency-Key': action.attempts % 2 === 0 ? action.actionId : action.actionId.replace(/.$/, '0'),",
    harm: 'A repeated decision is refused, or done twice, for the server can’t know it again.',
  },
  {
    name: 'parked-on-401',
    file: classify,
    find: "if (status === 401) return 'session-over';",
    replace: '',
    harm: 'A session that is over makes decisions need attention that would go after the next login.',
  },
  {
    name: 'sent-without-session',
    file: lanes,
    find: 'if (row === null || row.expired) return;',
    replace: 'if (row === null) return;',
    harm: 'A session that is over is tried again and again with every decision.',
  },
  {
    name: 'queue-of-everyone',
    file: 'sw/queue/outbox/queue.ts',
    find: 'if (!isOfBrand(row, brandId)) continue;\n    const parsed',
    replace: 'const parsed',
    harm: 'A brand’s decisions are sent with the token of the next one that logs in.',
  },
  {
    name: 'retry-in-its-old-place',
    file: outbox,
    find: 'const seq = await nextSeq(transaction);',
    replace: 'const { seq } = action;',
    harm: 'A decision that is made again overtakes what was decided in between.',
  },
  {
    name: 'repeated-after-receipt',
    file: outbox,
    find: 'if (receipt !== undefined) return { action: null,',
    replace: 'if (false) return { action: null,',
    harm: 'A page that repeats a call whose answer was lost puts a decision back that is done.',
  },
  {
    name: 'background-sync-not-asked',
    file: 'sw/gateway/decisions.ts',
    find: 'keep(deps.wakeUp.ask());',
    replace: '',
    harm: 'With the app closed, nothing is sent when the network returns.',
  },
  {
    name: 'doubt-not-looked-into',
    file: lanes,
    find: "const isDoubtful = tried.kind === 'refused' && action.mayHaveArrived;",
    replace: 'const isDoubtful = tried.kind === null;',
    harm: 'A brand is told that a decision was refused which an earlier try has applied.',
  },
  {
    name: 'gateways-no-is-final',
    file: classify,
    find: 'if (!isOfContract || status === 429 || status === 503)',
    replace: 'if (status === 429 || status === 503)',
    harm: 'A gateway in trouble makes decisions need attention that the server never heard of.',
  },
  {
    name: 'flat-rows-not-read',
    file: 'sw/database/flat-rows.ts',
    find: "if ('payload' in row) return { ...row, attention };",
    replace: 'if (row !== null) return { ...row, attention };',
    harm: 'Decisions that the version before has kept are never sent by the next.',
  },
  {
    name: 'one-lane-for-all',
    file: 'sw/queue/kinds.ts',
    find: "return [type, id].join(' ');",
    replace: 'return type;',
    harm: 'One decision that is held up keeps all others from going.',
  },
  {
    name: 'archived-where-it-was',
    file: 'sw/queue/kinds/archive-campaign.ts',
    find: 'refiles: true,',
    replace: 'refiles: false,',
    harm: 'A campaign that waits to be archived is still among the active ones.',
  },
  {
    name: 'refused-yet-archived',
    file: 'sw/queue/kinds/archive-campaign.ts',
    find: "const status = state === 'attention' ? campaign.status : 'ARCHIVED';",
    replace: "const status = 'ARCHIVED';",
    harm: 'A campaign that the server refused to archive is out of reach.',
  },
  {
    name: 'archive-falls-back',
    file: 'sw/copy/copy-write.ts',
    find: 'reading === null && record?.isBehind === true',
    replace: 'false',
    harm: 'A campaign that was archived comes back into the list until the next sync.',
  },
];
