import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  type ChangeTemplate,
  maxNotesOnTemplate,
  rejectEvidenceBodySchema,
} from '#contract/brand/requested-changes.ts';
import { changeNotes, changeTemplates } from '#domain/offers/change-templates.ts';
import { planRequest, type Remark } from '#domain/review/remarks.ts';

const several = changeTemplates.map((each) => ({ ...each, takesNote: true, mostNotes: maxNotesOnTemplate }));
const oneEach = changeTemplates.map((each) => ({ ...each, takesNote: true }));
const own = (text: string, atSeconds: number | null = null): Remark => ({ templateName: null, text, atSeconds });
const onVisibility = (text: string, atSeconds: number | null = null): Remark => ({
  ...own(text, atSeconds),
  templateName: 'ENSURE_BRAND_VISIBILITY',
});
const plan = (templates: readonly ChangeTemplate[], ticked: string[], remarks: Remark[]) =>
  planRequest({ templates, ticked, remarks, brandName: 'Northwind' });
const variables = { brand_name: 'Northwind' };

test('each remark becomes a change, ordered by its time in the video, as does a ticked template without remarks', () => {
  const remarks = [
    own('Cut the intro.', 30),
    onVisibility('Label hidden.', 12),
    own('Lovely light.'),
    own('Louder.', 4),
  ];
  expect(plan(several, ['START_OVER', 'ENSURE_BRAND_VISIBILITY'], remarks).changes).toEqual([
    { templateName: 'ENSURE_BRAND_VISIBILITY', variables: { ...variables, note: 'Label hidden.', atSeconds: 12 } },
    { templateName: 'START_OVER', variables },
    { templateName: 'CUSTOM', variables: { ...variables, reason: '', note: 'Louder.', atSeconds: 4 } },
    { templateName: 'CUSTOM', variables: { ...variables, reason: '', note: 'Cut the intro.', atSeconds: 30 } },
    { templateName: 'CUSTOM', variables: { ...variables, reason: '', note: 'Lovely light.' } },
  ]);
});

test('notes are joined, one per line, for a server that takes one note per template', () => {
  const remarks = [onVisibility('Show the label.', 30), onVisibility('Logo first.', 12), onVisibility('Bigger.')];
  expect(plan(oneEach, ['ENSURE_BRAND_VISIBILITY'], remarks).changes).toEqual([
    {
      templateName: 'ENSURE_BRAND_VISIBILITY',
      variables: { ...variables, note: '0:12 Logo first.\n0:30 Show the label.\nBigger.' },
    },
  ]);
});

test('a single remark keeps its second as a number, even for a server that takes one note', () => {
  expect(plan(oneEach, [], [own('Louder.', 4)]).changes).toEqual([
    { templateName: 'CUSTOM', variables: { ...variables, reason: '', note: 'Louder.', atSeconds: 4 } },
  ]);
});

test('notes become the reason of the custom template for a server without notes', () => {
  expect(plan([...changeTemplates], ['START_OVER'], [own('Louder.', 4), own('Cut this.', 2)]).changes).toEqual([
    { templateName: 'START_OVER', variables },
    { templateName: 'CUSTOM', variables: { ...variables, reason: '0:02 Cut this.\n0:04 Louder.' } },
  ]);
});

test('remarks are added to the first ticked template that takes notes if there is no custom one', () => {
  const templates = oneEach.filter(({ name }) => name !== 'CUSTOM');
  expect(plan(templates, ['START_OVER'], [own('Louder.', 4)]).changes).toEqual([
    { templateName: 'START_OVER', variables: { ...variables, note: 'Louder.', atSeconds: 4 } },
  ]);
  expect(plan(templates, [], [own('Louder.', 4)]).problem).toContain('Select at least one change');
});

test('remarks that don’t fit into one note get an error, and nothing is cut', () => {
  const long = 'x'.repeat(300);
  const { changes, problem } = plan(
    oneEach,
    ['ENSURE_BRAND_VISIBILITY'],
    [onVisibility(long, 1), onVisibility(long, 2)],
  );
  expect(changes).toBeNull();
  expect(problem).toContain('“Ensure brand visibility”');
  expect(problem).toContain('111 characters too long');
  expect(plan(several, ['ENSURE_BRAND_VISIBILITY'], [onVisibility(long, 1), onVisibility(long, 2)]).problem).toBeNull();
});

test('a repeated remark is sent once', () => {
  expect(plan(several, [], [own('Louder.', 4), own('Louder.', 4)]).changes).toHaveLength(1);
});

const names = changeTemplates.map(({ name }) => name);
const anyTemplates = fc
  .tuple(fc.subarray(names), fc.option(fc.integer({ min: 1, max: 20 })), fc.boolean())
  .map(([offered, max, takesNote]) =>
    changeTemplates
      .filter(({ name }) => offered.includes(name))
      .map((each) => ({ ...each, takesNote, ...(max !== null && { mostNotes: max }) })),
  );
const anyText = fc.stringMatching(/^[a-z ]{1,40}$/).map((text) => text.trim() || 'x');
const anyRemark: fc.Arbitrary<Remark> = fc.record({
  templateName: fc.option(fc.constantFrom(...names)),
  text: anyText,
  atSeconds: fc.option(fc.nat(600)),
});

test('a planned request has every remark with its second, and matches the contract', () => {
  fc.assert(
    fc.property(
      anyTemplates,
      fc.subarray(names),
      fc.array(anyRemark, { maxLength: 20 }),
      (templates, ticked, remarks) => {
        const { changes } = planRequest({ templates, ticked, remarks, brandName: 'Northwind' });
        if (changes === null || changes.length === 0) return;
        expect(v.is(rejectEvidenceBodySchema, { requestedChanges: changes })).toBe(true);
        const notes = changeNotes(changes);
        const joined = notes
          .map(({ note = '' }) => note)
          .join('\n')
          .split('\n');
        for (const { text, atSeconds } of remarks) {
          const isKept = notes.some((each) => each.note === text && each.atSeconds === (atSeconds ?? undefined));
          const minutes =
            atSeconds === null ? '' : `${Math.floor(atSeconds / 60)}:${String(atSeconds % 60).padStart(2, '0')} `;
          expect(isKept || joined.includes(`${minutes}${text}`)).toBe(true);
        }
        for (const { templateName } of changes) {
          expect(templates.map(({ name }) => name)).toContain(templateName);
        }
      },
    ),
  );
});

test('a request without a plan has an error', () => {
  fc.assert(
    fc.property(
      anyTemplates,
      fc.subarray(names),
      fc.array(anyRemark, { maxLength: 20 }),
      (templates, ticked, remarks) => {
        const planned = planRequest({ templates, ticked, remarks, brandName: 'Northwind' });
        expect((planned.changes === null) === (planned.problem !== null)).toBe(true);
      },
    ),
  );
});
