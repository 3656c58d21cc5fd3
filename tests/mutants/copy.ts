import type { Mutant } from './mutant.ts';

const apply = 'sw/copy/records/apply-changes.ts';
const table = 'sw/copy/table.ts';
const write = 'sw/copy/copy-write.ts';

/** Faults of the copy and of what screens read from it. */
export const copyMutants: readonly Mutant[] = [
  {
    name: 'offer-of-412-not-stored',
    file: 'sw/worker.ts',
    find: 'if (recordNow === null) return;',
    replace: 'if (recordNow !== undefined) return;',
    harm: 'After a conflict the screens go on showing what was there before.',
  },
  {
    name: 'receipt-over-newer',
    file: write,
    find: 'if (isAgeUnknown) return aheadMs > 0;',
    replace: 'if (isAgeUnknown) return true;',
    harm: 'A late receipt hides what the creator has handed in since.',
  },
  {
    name: 'clock-of-the-server-ignored',
    file: write,
    find: 'const aheadMs = bothKnown ?',
    replace: 'const aheadMs = bothKnown && isAgeUnknown ?',
    harm: 'A replica that is behind puts an approved offer back to review.',
  },
  {
    name: 'restored-server-not-believed',
    file: 'sw/sync/sync-down-feed.ts',
    find: 'startsOver: filling !== null,',
    replace: 'startsOver: false,',
    harm: 'After a restore of the server the phone goes on showing what never was.',
  },
  {
    name: 'guard-not-consulted',
    file: write,
    find: 'isAgeUnknown: reading === null || guard.isOvertaken(reading, key),',
    replace: 'isAgeUnknown: reading === null,',
    harm: 'An older list that arrives late puts an approved offer back to review.',
  },
  {
    name: 'anybodys-answer-stored',
    file: write,
    find: 'if (!guard.isAdmitted(brandId) || (reading !== null && !guard.isCurrent(reading))) return result;',
    replace: '',
    harm: 'An answer that arrives after a logout brings the brand’s data back to the phone.',
  },
  {
    name: 'list-without-overlay',
    file: table,
    find: 'show: (record: ValueOf<T>) => overlay.show(type, record),',
    replace: 'show: (record: ValueOf<T>) => record,',
    harm: 'A list shows an offer as undecided whose decision waits.',
  },
  {
    name: 'offer-without-overlay',
    file: table,
    find: "value: context.overlay.show('offer', found.value)",
    replace: 'value: found.value',
    harm: 'An offer’s own screen shows it as undecided while its decision waits.',
  },
  {
    name: 'prune-too-much',
    file: apply,
    find: '.filter((id) => !ids.has(id))',
    replace: '.filter((id, i) => i === 0 || !ids.has(id))',
    harm: 'An offer vanishes from the phone that the server still has.',
  },
  {
    name: 'prune-too-little',
    file: apply,
    find: "goneOf('offers').then((ids) => putOffers(write, [], ids)),",
    replace: '',
    harm: 'Offers that are gone are shown for good.',
  },
  {
    name: 'removals-ignored',
    file: apply,
    find: "putOffers(write, offers, removed('offer')),",
    replace: 'putOffers(write, offers),',
    harm: 'An offer that was removed can still be decided on.',
  },
  {
    name: 'list-out-of-step',
    file: 'sw/copy/records/entities.ts',
    find: 'isListed &&= isSame(entries.get(record.id), entry);',
    replace: 'isListed &&= entries.has(record.id);',
    harm: 'Lists show an offer in the stage it had when it was first stored.',
  },
  {
    name: 'receipts-not-waited-for',
    file: 'sw/gateway/reader.ts',
    find: 'await receipts.ready(brandId);\n    return overlayNow',
    replace: 'return overlayNow',
    harm: 'A decision that was sent by a worker that died then is shown as never made.',
  },
  {
    name: 'any-body-stored',
    file: 'sw/gateway/reader.ts',
    find: 'const isValid = answer.status === 200 && v.is(call.endpoint.answer, answer.body);',
    replace: 'const isValid = answer.status === 200;',
    harm: 'What isn’t the contract’s breaks the copy, or fails inside.',
  },
  {
    name: 'wipe-leaves-receipts',
    file: 'sw/storage/wipe.ts',
    find: '...settled.filter((row) => isOfBrand(row, brandId)).map(({ actionId }) => receipts.delete(actionId)),',
    replace: '...settled.slice(0, 0).map(({ actionId }) => receipts.delete(actionId)),',
    harm: 'After a logout the phone still has what a brand has decided.',
  },
  {
    name: 'wipe-leaves-queue',
    file: 'sw/storage/wipe.ts',
    find: '...queued.filter((row) => isOfBrand(row, brandId)).map(({ seq }) => actions.delete(seq)),',
    replace: '...queued.slice(0, 0).map(({ seq }) => actions.delete(seq)),',
    harm: 'What was thrown away at the logout is sent after the next login.',
  },
  {
    name: 'wipe-leaves-a-store',
    file: 'sw/storage/wipe.ts',
    find: 'const stores = [...database.objectStoreNames];',
    replace: "const stores = [...database.objectStoreNames].filter((name) => name !== 'offers');",
    harm: 'After a logout the phone still has the brand’s offers.',
  },
  {
    name: 'others-copy-kept',
    file: 'sw/worker.ts',
    find: 'await leaving.wipeOthers(brandId).catch(reportError);',
    replace: '',
    harm: 'The data of one brand stays on the phone while another one uses it.',
  },
];
