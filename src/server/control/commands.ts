import * as v from 'valibot';
import { campaignId } from '#contract/wire/primitives.ts';
import { copyDatabaseCommand } from '../backup/tables/database-copy.ts';
import { importMetrics } from '../services/figures/metrics-import/import-metrics.ts';
import { importReportSchema } from '../services/figures/metrics-import/report.ts';
import {
  adjustCommand,
  decideOnCampaignCommand,
  endAdminSessionsCommand,
  listCampaignsCommand,
  setFeeCommand,
  settleCampaignCommand,
  showCampaignCommand,
  startAdminSessionCommand,
} from './admin-commands.ts';
import {
  decideOnBrandCommand,
  listBrandsCommand,
  reinstateBrandCommand,
  showBrandCommand,
  suspendBrandCommand,
} from './brand-commands.ts';
import { type Command, defineCommand } from './command.ts';
import {
  addCreatorCommand,
  blockCreatorCommand,
  importCreatorsCommand,
  inviteCreatorsCommand,
  listCreatorsCommand,
  renameAccountCommand,
  showCreatorCommand,
  tagCreatorsCommand,
  unblockCreatorCommand,
} from './creator-commands.ts';
import { holdEarningCommand, listHoldsCommand, listSignalsCommand, releaseEarningCommand } from './hold-commands.ts';
import { listJobsCommand, retryJobCommand } from './job-commands.ts';
import { changeCreatorEmailCommand, endLinkCommand, sendLinkCommand } from './link-commands.ts';
import {
  brandTermsCommand,
  listOffersCommand,
  moveOfferCommand,
  showOfferCommand,
  submitDraftCommand,
  waitingTimesCommand,
} from './offer-commands.ts';
import { listDueCommand, listPayoutsCommand, markPaidCommand, undoPayoutCommand } from './payout-commands.ts';
import { eraseCommand, exportCommand } from './personal-data-commands.ts';
import { reconcileCommand } from './reconcile-command.ts';
import { restoredCommand } from './restored-command.ts';
import { addTagCommand, listTagsCommand, renameTagCommand, retireTagCommand } from './tag-commands.ts';
import {
  addTemplateCommand,
  changeTemplateCommand,
  listTemplatesCommand,
  retireTemplateCommand,
} from './template-commands.ts';

export const importMetricsCommand = defineCommand({
  name: 'import-metrics',
  input: v.object({ campaignId, dryRun: v.boolean(), makeMissing: v.boolean() }),
  result: importReportSchema,
  run: (context, input, file) => importMetrics(context, input, file),
});

const all: readonly Command[] = [
  importMetricsCommand,
  listBrandsCommand,
  showBrandCommand,
  decideOnBrandCommand,
  suspendBrandCommand,
  reinstateBrandCommand,
  listCampaignsCommand,
  showCampaignCommand,
  decideOnCampaignCommand,
  setFeeCommand,
  settleCampaignCommand,
  startAdminSessionCommand,
  endAdminSessionsCommand,
  adjustCommand,
  reconcileCommand,
  restoredCommand,
  copyDatabaseCommand,
  listTagsCommand,
  addTagCommand,
  renameTagCommand,
  retireTagCommand,
  listTemplatesCommand,
  addTemplateCommand,
  changeTemplateCommand,
  retireTemplateCommand,
  listCreatorsCommand,
  showCreatorCommand,
  addCreatorCommand,
  importCreatorsCommand,
  renameAccountCommand,
  tagCreatorsCommand,
  inviteCreatorsCommand,
  blockCreatorCommand,
  unblockCreatorCommand,
  sendLinkCommand,
  endLinkCommand,
  changeCreatorEmailCommand,
  listOffersCommand,
  showOfferCommand,
  moveOfferCommand,
  submitDraftCommand,
  waitingTimesCommand,
  brandTermsCommand,
  listDueCommand,
  markPaidCommand,
  undoPayoutCommand,
  listPayoutsCommand,
  listSignalsCommand,
  holdEarningCommand,
  releaseEarningCommand,
  listHoldsCommand,
  exportCommand,
  eraseCommand,
  listJobsCommand,
  retryJobCommand,
];

/** Every command that a server does for its operator, by name. */
export const commands: ReadonlyMap<string, Command> = new Map(all.map((command) => [command.name, command]));
