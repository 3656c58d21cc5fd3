import { connect } from 'node:tls';
import * as v from 'valibot';
import { getVersion } from '#contract/version.ts';
import { readBuild } from '../build.ts';
import { isLoopback } from '../config/host.ts';
import type { Config } from '../config.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const limitMs = 10_000;
const dayMs = 86_400_000;
/** Let's Encrypt's clients renew 30 days before a certificate ends. */
const renewalDays = 14;

/** Codes of Node for certificates that a phone refuses, too, with the way to fix each. */
const certificateFixes: Record<string, string> = {
  CERT_HAS_EXPIRED: 'Renew it, and check that the proxy renews it by itself.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'Phones trust only public authorities: get a certificate from Let’s Encrypt, for instance.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'Phones trust only public authorities: get a certificate from Let’s Encrypt, for instance.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Have the proxy send the whole chain, with the intermediate certificates.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Get a certificate for the host of PUBLIC_URL.',
};

/** Asks the server at PUBLIC_URL as a phone does. */
export async function checkAddress({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding[]> {
  if (publicUrl === null) {
    return [
      warning(
        'PUBLIC_URL is not set, so links in emails work on this machine only.',
        'Set it to the address at which users reach Afield, such as https://afield.example.',
      ),
    ];
  }
  const url = new URL(publicUrl);
  const found: Finding[] = [];
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    found.push(
      problem(
        'PUBLIC_URL is http:, where browsers have no service workers, no push and no offline.',
        'Put a proxy with TLS in front, and set PUBLIC_URL to https:.',
      ),
    );
  }
  try {
    const response = await fetch(new URL(getVersion.path, `${publicUrl}/`), {
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    });
    const answer = v.safeParse(getVersion.answer, await response.json().catch(() => null));
    if (!response.ok || !answer.success) {
      const status = response.type === 'opaqueredirect' ? 'a redirect' : `status ${response.status}`;
      return [
        ...found,
        problem(
          `${publicUrl} answers, but not with Afield (${status}).`,
          'Start Afield, and have the proxy pass all paths to its HOST and PORT.',
        ),
      ];
    }
    const own = readBuild();
    const isOwn = answer.output.version === own.version && answer.output.commit === own.commit;
    found.push(
      isOwn
        ? ok(`${publicUrl} answers with this release, ${own.version}.`)
        : warning(
            `${publicUrl} answers with release ${answer.output.version}, not ${own.version}.`,
            'Restart the server after an update.',
          ),
    );
  } catch (error) {
    return [...found, unreachable(publicUrl, error)];
  }
  return [...found, ...(url.protocol === 'https:' ? await checkCertificate(url) : [])];
}

function unreachable(publicUrl: string, error: unknown): Finding {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
  const certificate = certificateFixes[code];
  if (certificate !== undefined) return problem(`Phones refuse the certificate of ${publicUrl}: ${code}.`, certificate);
  return problem(
    `${publicUrl} can’t be reached from here: ${code}.`,
    'Check that the name leads to the proxy, that its port is open, and that Afield runs behind it.',
  );
}

function checkCertificate({ hostname, port }: URL): Promise<Finding[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) || 443, servername: host, timeout: limitMs });
    const end = (findings: Finding[]) => {
      socket.destroy();
      resolve(findings);
    };
    socket.once('secureConnect', () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / dayMs);
      end(
        days < renewalDays
          ? [warning(`The certificate ends in ${days} days.`, 'Check that the proxy renews it by itself.')]
          : [ok(`The certificate is valid for ${days} more days.`)],
      );
    });
    socket.once('error', () => end([]));
    socket.once('timeout', () => end([]));
  });
}
