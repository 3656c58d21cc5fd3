import * as v from 'valibot';
import { campaignId } from '#contract/primitives.ts';
import { importMetrics } from '../services/metrics-import/import-metrics.ts';
import { importReportSchema } from '../services/metrics-import/report.ts';
import {
  adjustCommand,
  decideOnCampaignCommand,
  endAdminSessionsCommand,
  listCampaignsCommand,
  setFeeCommand,
  startAdminSessionCommand,
} from './admin-commands.ts';
import {
  decideOnBrandCommand,
  listBrandsCommand,
  reinstateBrandCommand,
  suspendBrandCommand,
} from './brand-commands.ts';
import { type Command, defineCommand } from './command.ts';
import {
  addCreatorCommand,
  importCreatorsCommand,
  inviteCreatorsCommand,
  listCreatorsCommand,
  renameAccountCommand,
  tagCreatorsCommand,
} from './creator-commands.ts';
import { changeCreatorEmailCommand, endLinkCommand, sendLinkCommand } from './link-commands.ts';
import {
  brandTermsCommand,
  listOffersCommand,
  moveOfferCommand,
  submitDraftCommand,
  waitingTimesCommand,
} from './offer-commands.ts';
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
  decideOnBrandCommand,
  suspendBrandCommand,
  reinstateBrandCommand,
  listCampaignsCommand,
  decideOnCampaignCommand,
  setFeeCommand,
  startAdminSessionCommand,
  endAdminSessionsCommand,
  adjustCommand,
  reconcileCommand,
  restoredCommand,
  listTagsCommand,
  addTagCommand,
  renameTagCommand,
  retireTagCommand,
  listTemplatesCommand,
  addTemplateCommand,
  changeTemplateCommand,
  retireTemplateCommand,
  listCreatorsCommand,
  addCreatorCommand,
  importCreatorsCommand,
  renameAccountCommand,
  tagCreatorsCommand,
  inviteCreatorsCommand,
  sendLinkCommand,
  endLinkCommand,
  changeCreatorEmailCommand,
  listOffersCommand,
  moveOfferCommand,
  submitDraftCommand,
  waitingTimesCommand,
  brandTermsCommand,
  exportCommand,
  eraseCommand,
];

/** Every command that a server does for its operator, by name. */
export const commands: ReadonlyMap<string, Command> = new Map(all.map((command) => [command.name, command]));
