import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

const writesOffers = /\.update\(offers\)|update \$\{offers\}/;

test('an offer’s stage changes by a move alone: nothing else updates offers', () => {
  const files = projectFiles(/\.ts$/, 'src/server').filter((file) => writesOffers.test(read(file)));
  expect(files, 'a move checks who may make it, and leaves a row in the history').toEqual([
    'src/server/services/moves/make-move.ts',
  ]);
});
