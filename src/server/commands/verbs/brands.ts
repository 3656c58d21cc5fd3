import {
  decideOnBrandCommand,
  listBrandsCommand,
  reinstateBrandCommand,
  showBrandCommand,
  suspendBrandCommand,
} from '#server/control/brand-commands.ts';
import { UsageError } from '#server/control/program.ts';
import { brandLine, brandLines } from '#server/services/admin/shared/in-words.ts';
import { brandText } from '#server/services/admin/show/brand-text.ts';
import { decided, type Verbs, verbResult } from './verb.ts';

const argument = 'the email or ID of a brand';

export const brandVerbs: Verbs = {
  help: `
  list-brands [--status STATUS]         lists brands, oldest first; STATUS can also be SUSPENDED
  show-brand EMAIL                      shows a brand's profile, terms, money and campaigns
  approve-brand EMAIL                   approves a brand and emails it; its ID works, too
  reject-brand EMAIL [--reason TEXT]    turns down a brand that was never approved, and emails it the reason
  suspend-brand EMAIL --reason TEXT     closes an approved brand's dashboard; the brand sees the reason there and by email
  reinstate-brand EMAIL                 opens it again, and emails the brand`,
  verbs: {
    'list-brands': {
      takes: ['status'],
      run: (_, { status }) => verbResult(listBrandsCommand, { status }, ({ brands }) => brandLines(brands, new Date())),
    },
    'show-brand': {
      argument,
      takes: [],
      run: (brand) => verbResult(showBrandCommand, { brand }, (shown) => brandText(shown, new Date())),
    },
    'approve-brand': {
      argument,
      takes: ['seen'],
      run: (brand, { seen }) =>
        verbResult(
          decideOnBrandCommand,
          { brand, decision: 'APPROVED', seen },
          (done) => `${brandLine(done.brand)} is approved.${decided(done.changed)}`,
        ),
    },
    'reject-brand': {
      argument,
      takes: ['reason', 'seen'],
      run: (brand, { reason, seen }) =>
        verbResult(
          decideOnBrandCommand,
          { brand, decision: 'REJECTED', reason, seen },
          (done) => `${brandLine(done.brand)} is rejected.${decided(done.changed)}`,
        ),
    },
    'suspend-brand': {
      argument,
      takes: ['reason', 'seen'],
      run: (brand, { reason, seen }) => {
        if (reason === undefined) throw new UsageError('Expected --reason: the brand reads it.');
        return verbResult(
          suspendBrandCommand,
          { brand, reason, seen },
          (done) => `${brandLine(done.brand)} is suspended.${decided(done.changed)}`,
        );
      },
    },
    'reinstate-brand': {
      argument,
      takes: ['seen'],
      run: (brand, { seen }) =>
        verbResult(
          reinstateBrandCommand,
          { brand, seen },
          (done) => `${brandLine(done.brand)} has access again.${decided(done.changed)}`,
        ),
    },
  },
};
