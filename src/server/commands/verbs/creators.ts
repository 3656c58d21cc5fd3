import { basename } from 'node:path';
import { importCreatorsCommand, inviteCreatorsCommand, listCreatorsCommand } from '../../control/creator-commands.ts';
import { findGivenFile } from '../../control/given-file.ts';
import { UsageError } from '../../control/program.ts';
import { creatorLines, creatorsReportText, invitedText } from '../../services/creators/in-words.ts';
import { namesIn, type Verbs, verbResult } from './verb.ts';

export const creatorVerbs: Verbs = {
  help: `
  list-creators                         creators and their accounts
  import-creators FILE.csv [--dry-run]  takes creators in, an account in each row; rows that can't be used are told. Columns,
                                        in any order: email, firstName, lastName, platform, username
  invite CAMPAIGN --to EMAIL,EMAIL      offers a campaign to creators, by their accounts on its platforms`,
  verbs: {
    'list-creators': {
      takes: [],
      run: () => verbResult(listCreatorsCommand, {}, ({ creators }) => creatorLines(creators)),
    },
    'import-creators': {
      argument: 'a file',
      takes: ['dry-run'],
      run: (file, { 'dry-run': dryRun }) => {
        const { open } = findGivenFile(file);
        return verbResult(
          importCreatorsCommand,
          { dryRun: dryRun !== undefined },
          (report) => {
            if (report.refused.length > 0) process.exitCode = 1;
            return creatorsReportText(report, basename(file));
          },
          open,
        );
      },
    },
    invite: {
      argument: 'the id of a campaign',
      takes: ['to'],
      run: (campaignId, { to }) => {
        const emails = namesIn(to);
        if (emails.length === 0) throw new UsageError('Expected --to with emails of creators, separated by commas.');
        return verbResult(inviteCreatorsCommand, { campaignId, emails }, (told) => {
          if (told.refused.length > 0) process.exitCode = 1;
          return invitedText(told);
        });
      },
    },
  },
};
