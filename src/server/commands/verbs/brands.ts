import { decideOnBrandCommand, listBrandsCommand } from '#server/control/admin-commands.ts';
import { brandLine, brandLines } from '#server/services/admin/in-words.ts';
import { decided, type Verbs, verbResult } from './verb.ts';

export const brandVerbs: Verbs = {
  help: `
  list-brands [--status STATUS]         brands in a state, or all; who waits longest comes first
  approve-brand EMAIL                   lets a brand in, and tells it by mail; an id does as well
  reject-brand EMAIL [--reason TEXT]    keeps a brand out, and tells it why by mail`,
  verbs: {
    'list-brands': {
      takes: ['status'],
      run: (_, { status }) => verbResult(listBrandsCommand, { status }, ({ brands }) => brandLines(brands)),
    },
    'approve-brand': {
      argument: 'the email of a brand',
      takes: [],
      run: (brand) =>
        verbResult(
          decideOnBrandCommand,
          { brand, decision: 'APPROVED' },
          (done) => `${brandLine(done.brand)} is approved.${decided(done.changed)}`,
        ),
    },
    'reject-brand': {
      argument: 'the email of a brand',
      takes: ['reason'],
      run: (brand, { reason }) =>
        verbResult(
          decideOnBrandCommand,
          { brand, decision: 'REJECTED', reason },
          (done) => `${brandLine(done.brand)} is rejected.${decided(done.changed)}`,
        ),
    },
  },
};
