import { basename } from 'node:path';
import { formatUsd } from '#domain/money.ts';
import type { MoveName } from '#domain/offer-moves.ts';
import { findGivenFile } from '#server/control/given-file.ts';
import {
  brandTermsCommand,
  listOffersCommand,
  moveOfferCommand,
  submitDraftCommand,
  waitingTimesCommand,
} from '#server/control/offer-commands.ts';
import { UsageError } from '#server/control/program.ts';
import { offerLine, offerLines } from '#server/services/admin/offers-in-words.ts';
import type { BrandTerms } from '#server/services/admin/terms.ts';
import { centsOf, namesIn, type OptionName, type Values, type Verb, type Verbs, verbResult } from './verb.ts';

/** A verb for a move: the options that it takes as they are, or what else it makes of them. */
const move = (
  name: MoveName,
  takes: readonly OptionName[] = [],
  inputOf: (values: Values) => object = (values) => values,
): Verb => ({
  argument: 'the id of an offer',
  takes,
  run: (offerId, values) =>
    verbResult(moveOfferCommand, { offerId, move: name, input: inputOf(values) }, ({ offer }) => offerLine(offer)),
});

/** A verb for a decision, which names the submission that was looked at. */
const decision = (name: MoveName, takes: readonly OptionName[], inputOf: (values: Values) => object): Verb => ({
  argument: 'the id of an offer',
  takes: [...takes, 'seen'],
  run: (offerId, { seen, ...values }) => {
    if (seen === undefined)
      throw new UsageError('Expected --seen with the id of the submission, as list-offers tells it.');
    const input = { offerId, move: name, input: inputOf(values), seen };
    return verbResult(moveOfferCommand, input, ({ offer }) => offerLine(offer));
  },
});

const requestedChanges = ({ changes }: Values) => ({
  requestedChanges: namesIn(changes).map((name) => ({ templateName: name.toUpperCase(), variables: {} })),
});

/** '7' as 7; undefined where nothing was said. */
function daysOf(option: OptionName, typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  if (!/^\d{1,3}$/.test(typed)) throw new UsageError(`Expected --${option} with a whole number of days.`);
  return Number(typed);
}

export const offerVerbs: Verbs = {
  help: `
  list-offers CAMPAIGN [--stage STAGE,STAGE]
                                        offers of a campaign, where each stands, and the id of a submission in review
  receive-parent-contract OFFER, receive-contract OFFER
  send-package OFFER --carrier NAME [--tracking TEXT]
  lose-package OFFER                    it has to be sent again
  clear-caption OFFER
  return-caption OFFER --reason TEXT    asks for another caption; creator and brand see the reason
  submit-draft OFFER --file VIDEO [--caption TEXT]
                                        hands in a video for its creator; the brand has it once it has been prepared
  submit-link OFFER --link ADDRESS      hands in a post's link for its creator
  approve OFFER --seen SUBMISSION       decides for a brand that has been silent for as long as its terms say; refused
                                        where its creator has replaced the submission since
  request-changes OFFER --seen SUBMISSION --changes NAME,NAME
                                        the same; names are those of the templates, such as START_OVER
  remove-post OFFER                     notes that the post is gone: the offer ends
  clear-earning OFFER
  invalidate OFFER --reason TEXT        takes an offer out; the brand sees the reason
  reopen OFFER                          puts one that has ended back where it stood
  waiting-times [--offered DAYS] [--submit DAYS]
                                        how long offers wait for an answer, and for what is owed, before they expire
  brand-terms EMAIL [--silent-days DAYS] [--cpm AMOUNT] [--hashtag TAG]
                                        after so many days without the brand's word the team may decide ("never" takes it
                                        back); dollars that the brand's next campaigns pay for a thousand views; the hashtag
                                        that its posts have to carry ("none" takes it away)`,
  verbs: {
    'list-offers': {
      argument: 'the id of a campaign',
      takes: ['stage'],
      run: (campaignId, { stage }) => {
        const stages = namesIn(stage).map((each) => each.toUpperCase());
        return verbResult(listOffersCommand, { campaignId, stages }, ({ offers, drafts }) =>
          offerLines(offers, drafts),
        );
      },
    },
    'receive-parent-contract': move('receive-parent-contract'),
    'receive-contract': move('receive-contract'),
    'send-package': move('send-package', ['carrier', 'tracking']),
    'lose-package': move('lose-package'),
    'clear-caption': move('clear-caption'),
    'return-caption': move('return-caption', ['reason']),
    'submit-draft': {
      argument: 'the id of an offer',
      takes: ['file', 'caption'],
      run: (offerId, { file, caption = null }) => {
        if (file === undefined) throw new UsageError('Expected --file with a video.');
        const { sizeBytes, open } = findGivenFile(file, 'a video');
        return verbResult(
          submitDraftCommand,
          { offerId, name: basename(file), sizeBytes, caption },
          ({ offer }) => `The draft of ${offer.id} is stored. The brand has it once it has been prepared.`,
          open,
        );
      },
    },
    'submit-link': move('submit-link', ['link']),
    approve: decision('approve', [], () => ({})),
    'request-changes': decision('request-changes', ['changes'], requestedChanges),
    'remove-post': move('remove-post'),
    'clear-earning': move('clear-earning'),
    invalidate: move('invalidate', ['reason']),
    reopen: move('reopen'),
    'waiting-times': {
      takes: ['offered', 'submit'],
      run: (_, { offered, submit }) =>
        verbResult(
          waitingTimesCommand,
          { offeredDays: daysOf('offered', offered), submitDays: daysOf('submit', submit) },
          ({ offeredDays, submitDays }) =>
            `An offer waits ${offeredDays} days for an answer, and ${submitDays} for what its creator owes.`,
        ),
    },
    'brand-terms': {
      argument: 'the email of a brand',
      takes: ['silent-days', 'cpm', 'hashtag'],
      run: (brand, { 'silent-days': typedDays, cpm, hashtag }) => {
        const silentDays = typedDays === 'never' ? null : daysOf('silent-days', typedDays);
        const given = {
          ...{ brand, silentDays, cpmCents: cpm === undefined ? undefined : centsOf(cpm) },
          hashtag: hashtag === 'none' ? null : hashtag,
        };
        return verbResult(brandTermsCommand, given, termsWords);
      },
    },
  },
};

function termsWords({ email, silentDays, cpmCents, requiredHashtag }: BrandTerms & { email: string }): string {
  const decides =
    silentDays === null ? `${email} decides itself` : `The team may decide for ${email} after ${silentDays} days`;
  const asks =
    requiredHashtag === null ? 'No hashtag is asked for.' : `#${requiredHashtag.replace(/^#/, '')} is asked for.`;
  return `${decides}, and pays ${formatUsd(cpmCents)} for a thousand views. ${asks}`;
}
