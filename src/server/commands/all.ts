import { copyDatabaseTask } from '../backup/tables/database-copy.ts';
import type { Command } from '../control/command.ts';
import type { Task } from '../control/task.ts';
import { brandCommands } from './brands.ts';
import { campaignCommands, importMetricsTask } from './campaigns.ts';
import { creatorCommands } from './creators.ts';
import { holdCommands } from './holds.ts';
import { jobCommands } from './jobs.ts';
import { linkCommands } from './links.ts';
import { moneyCommands } from './money.ts';
import { offerCommands } from './offers.ts';
import { personalDataCommands } from './personal-data.ts';
import { serverCommands } from './server.ts';
import { tagCommands } from './tags.ts';
import { templateCommands } from './templates.ts';
import { termCommands } from './terms.ts';

/** Commands of the provider's team, grouped as `--help` prints them. */
export const paragraphs: readonly (readonly Command[])[] = [
  brandCommands,
  campaignCommands,
  creatorCommands,
  linkCommands,
  [...offerCommands, ...termCommands],
  tagCommands,
  templateCommands,
  moneyCommands,
  holdCommands,
  personalDataCommands,
  jobCommands,
  serverCommands,
];

/** Every command of `npm run admin`, by name. */
export const commands: ReadonlyMap<string, Command> = new Map(
  paragraphs.flat().map((command) => [command.name, command]),
);

/** Every task that a server runs for a command, by name. */
export const tasks: ReadonlyMap<string, Task> = new Map(
  [importMetricsTask, copyDatabaseTask, ...paragraphs.flat().map(({ task }) => task)].map((task) => [task.name, task]),
);
