import { keysOf } from '#domain/shared/keys.ts';
import type { Config } from '../config.ts';
import { reasonOf } from '../errors/start-error.ts';
import { checkAddress } from './address.ts';
import { checkDatabase } from './database.ts';
import { checkEmail, checkPush, pushServices } from './delivery.ts';
import { checkFfmpeg, checkFiles } from './files.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

interface Options {
  /** Recipient of a test email; null to send none. */
  mailTo: string | null;
}

/** Checks in the order of the report. */
const checks = {
  database: checkDatabase,
  files: checkFiles,
  address: checkAddress,
  email: (config, { mailTo }) => checkEmail(config, mailTo),
  push: (config) => checkPush(config, pushServices),
  ffmpeg: checkFfmpeg,
  payments: async ({ payments: { stripe, paypal, sandbox } }) => {
    const names = [...(stripe ? ['Stripe'] : []), ...(paypal ? ['PayPal'] : [])];
    if (names.length > 0) return [ok(`Brands can pay with ${names.join(' and ')}.`)];
    if (sandbox) return [warning('Payments are simulated and move no money.', 'Set the keys of Stripe or PayPal.')];
    return [warning('Brands can’t add funds.', 'Set the keys of Stripe or PayPal.')];
  },
} satisfies Record<string, (config: Config, options: Options) => Promise<Finding[]>>;

export type CheckName = keyof typeof checks;
export const checkNames = keysOf(checks);

export interface CheckResult {
  check: CheckName;
  findings: Finding[];
}

/** Runs the checks concurrently. They change nothing, except for a test file that is deleted again. */
export function examine(config: Config, names: readonly CheckName[], options: Options): Promise<CheckResult[]> {
  return Promise.all(
    names.map(async (check) => {
      try {
        return { check, findings: await checks[check](config, options) };
      } catch (error) {
        const text = `It couldn’t be checked: ${reasonOf(error) ?? error}.`;
        return { check, findings: [problem(text, 'Please report this with the output of afield --version.')] };
      }
    }),
  );
}

/** The report's lines: check, state and sentence, with the fix below. */
export function checkResultsText(examined: readonly CheckResult[]): string {
  const lines = examined.flatMap(({ check, findings }) =>
    findings.map(({ state, text, fix }) => {
      const line = `${check.padEnd(9)} ${state.padEnd(8)} ${text}`;
      return fix === undefined ? line : `${line}\n${' '.repeat(19)}→ ${fix}`;
    }),
  );
  const count = (state: Finding['state']) =>
    examined.flatMap(({ findings }) => findings).filter((finding) => finding.state === state).length;
  const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`;
  return [...lines, '', `${counted(count('problem'), 'problem')}, ${counted(count('warning'), 'warning')}.`].join('\n');
}
