import { systemCodeOf } from '../errors/system-code.ts';

/** Package that configures OpenTelemetry from environment variables. The operator installs it: it is larger than the server. */
const registerModule = '@opentelemetry/auto-instrumentations-node/register';

/**
 * True if OpenTelemetry's variables enable it
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 */
const isAskedFor = (env: NodeJS.ProcessEnv) =>
  env.OTEL_SDK_DISABLED?.trim().toLowerCase() !== 'true' &&
  Object.entries(env).some(([name, value]) => /^OTEL_(EXPORTER_|\w+_EXPORTER$)/.test(name) && value?.trim());

/**
 * Starts OpenTelemetry if its variables name an exporter. Await it before importing modules that should be instrumented.
 * @param load imports a module by its name
 * @returns a sentence for the operator if it can't be started; the server runs without it
 */
export async function startTelemetry(
  env: NodeJS.ProcessEnv,
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<string | null> {
  if (!isAskedFor(env)) return null;
  try {
    await load(registerModule);
    return null;
  } catch (error) {
    const isMissing = systemCodeOf(error) === 'ERR_MODULE_NOT_FOUND';
    const reason = isMissing ? 'install @opentelemetry/auto-instrumentations-node beside the server' : String(error);
    return `OpenTelemetry can't be started: ${reason}.`;
  }
}
