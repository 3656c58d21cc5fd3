import { basename } from 'node:path';
import { formatUsd } from '#domain/money/money.ts';
import type { MoveName } from '#domain/offers/offer-moves.ts';
import { findGivenFile } from '#server/control/given-file.ts';
import {
  brandTermsCommand,
  listOffersCommand,
  moveOfferCommand,
  showOfferCommand,
  submitDraftCommand,
  waitingTimesCommand,
} from '#server/control/offer-commands.ts';
import { UsageError } from '#server/control/program.ts';
import { offerLine, offerLines } from '#server/services/admin/offers/offers-in-words.ts';
import type { BrandTerms } from '#server/services/admin/offers/terms.ts';
import { offerText } from '#server/services/admin/show/offer-text.ts';
import { centsOf, namesIn, type OptionName, type Values, type Verb, type Verbs, verbResult } from './verb.ts';

/** '7' is the number of an offer's last move, everything else a submission. */
const seenOf = (typed: string | undefined) => (typed !== undefined && /^\d{1,6}$/.test(typed) ? Number(typed) : typed);

/** A verb for a move: the options that it takes as they are, or what else it makes of them. */
const move = (
  name: MoveName,
  takes: readonly OptionName[] = [],
  inputOf: (values: Values) => object = (values) => values,
): Verb => ({
  argument: 'the ID of an offer',
  takes: [...takes, 'seen'],
  run: (offerId, { seen, ...values }) => {
    const input = { offerId, move: name, input: inputOf(values), seen: seenOf(seen) };
    return verbResult(moveOfferCommand, input, ({ offer }) => offerLine(offer));
  },
});

/** A verb for a decision, which names the submission that was looked at. */
const decision = (name: MoveName, takes: readonly OptionName[], inputOf: (values: Values) => object): Verb => ({
  argument: 'the ID of an offer',
  takes: [...takes, 'seen'],
  run: (offerId, { seen, ...values }) => {
    if (seen === undefined) throw new UsageError('Expected --seen with the ID of the submission from list-offers.');
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
                                        lists a campaign's offers with their stages and the IDs of submissions in review
  show-offer OFFER                      shows an offer's history, submission and requested changes, the address while a package
                                        is due, and a link for watching the draft that works for 10 minutes
  receive-parent-contract OFFER, receive-contract OFFER
                                        records that the contract has arrived
  send-package OFFER --carrier NAME [--tracking TEXT]
                                        records that the package was sent
  lose-package OFFER                    records that it was lost and has to be sent again
  clear-caption OFFER                   approves the caption
  return-caption OFFER --reason TEXT    asks for another caption; the creator and the brand read the reason
  submit-draft OFFER --file VIDEO [--caption TEXT]
                                        submits a video for its creator; the brand gets it once it is processed
  submit-link OFFER --link ADDRESS      submits a post's link for its creator
  approve OFFER --seen SUBMISSION       approves for a brand that has been silent for as long as its terms allow; refused if the
                                        creator has replaced the submission
  request-changes OFFER --seen SUBMISSION --changes NAME,NAME
                                        requests changes in the same way; NAME is a template such as START_OVER
  remove-post OFFER                     records that the post was removed, which ends the offer
  clear-earning OFFER                   clears the creator's earnings
  invalidate OFFER --reason TEXT        ends an offer; the brand sees the reason
  reopen OFFER                          puts an ended offer back to its last stage
  waiting-times [--offered DAYS] [--submit DAYS] [--review DAYS]
                                        sets how long creators have to answer and to submit before an offer expires, and
                                        how long brands have to review ("never" for no limit)
  brand-terms EMAIL [--silent-days DAYS] [--cpm AMOUNT] [--hashtag TAG]
                                        sets after how many silent days the team may decide for a brand ("never" for not at
                                        all), the CPM in dollars of its next campaigns, and the hashtag its posts must
                                        have ("none" for no hashtag)`,
  verbs: {
    'list-offers': {
      argument: 'the ID of a campaign',
      takes: ['stage'],
      run: (campaignId, { stage }) => {
        const stages = namesIn(stage).map((each) => each.toUpperCase());
        return verbResult(listOffersCommand, { campaignId, stages }, ({ offers, drafts }) =>
          offerLines(offers, drafts, new Date()),
        );
      },
    },
    'show-offer': {
      argument: 'the ID of an offer',
      takes: [],
      run: (offerId) => verbResult(showOfferCommand, { offerId }, offerText),
    },
    'receive-parent-contract': move('receive-parent-contract'),
    'receive-contract': move('receive-contract'),
    'send-package': move('send-package', ['carrier', 'tracking']),
    'lose-package': move('lose-package'),
    'clear-caption': move('clear-caption'),
    'return-caption': move('return-caption', ['reason']),
    'submit-draft': {
      argument: 'the ID of an offer',
      takes: ['file', 'caption'],
      run: (offerId, { file, caption = null }) => {
        if (file === undefined) throw new UsageError('Expected --file with a video.');
        const { sizeBytes, open } = findGivenFile(file, 'a video');
        return verbResult(
          submitDraftCommand,
          { offerId, name: basename(file), sizeBytes, caption },
          ({ offer }) => `The draft of ${offer.id} is stored. The brand gets it once it is processed.`,
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
      takes: ['offered', 'submit', 'review'],
      run: (_, { offered, submit, review }) =>
        verbResult(
          waitingTimesCommand,
          {
            ...{ offeredDays: daysOf('offered', offered), submitDays: daysOf('submit', submit) },
            reviewDays: review === 'never' ? null : daysOf('review', review),
          },
          ({ offeredDays, submitDays, reviewDays }) => {
            const creators = `Creators have ${offeredDays} days to answer an offer and ${submitDays} days to submit.`;
            return reviewDays === null ? creators : `${creators} Brands have ${reviewDays} days to review.`;
          },
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
    silentDays === null
      ? `Only ${email} decides on its submissions`
      : `The team may decide for ${email} after ${silentDays} days`;
  const asks =
    requiredHashtag === null ? 'No hashtag is required.' : `#${requiredHashtag.replace(/^#/, '')} is required.`;
  return `${decides}. The CPM is ${formatUsd(cpmCents)}. ${asks}`;
}
