import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

const writesOffers = /\.update\(offers\)|update \$\{offers\}/;
/** Revokes creators' links, whose generations are in the offer's row. */
const ofLinks = 'src/server/services/creators/link-generations.ts';
/** Raises an offer's revision, so that phones fetch it again. */
const ofRevisions = 'src/server/services/moves/state/touch-offer.ts';

test('only moves change an offer’s stage, and no other code updates offers', () => {
  const files = projectFiles(/\.ts$/, 'src/server').filter((file) => writesOffers.test(read(file)));
  expect(files, 'a move checks who may make it, and adds a row to the history').toEqual([
    ofLinks,
    'src/server/services/moves/make-move.ts',
    ofRevisions,
  ]);
  const set = [...read(ofLinks).matchAll(/\.set\(\{ ?(\w+)/g)].map(([, column]) => column);
  expect(
    [...new Set(set)].filter((column) => !column?.startsWith('link')),
    'only links change there',
  ).toEqual([]);
  expect(read(ofRevisions).match(/\.set\(.*\)/)?.[0], 'only the revision changes there').toBe('.set({ revision })');
});
