import { isIP } from 'node:net';
import { connect } from 'node:tls';
import * as v from 'valibot';
import { getVersion } from '#contract/calls/version.ts';
import { dayOf } from '#domain/time/period.ts';
import { readBuild } from '../build.ts';
import { isLoopback } from '../config/host.ts';
import type { Config } from '../config.ts';
import { systemCodeOf } from '../errors/system-code.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const limitMs = 10_000;
const dayMs = 86_400_000;
/** Let's Encrypt's clients renew 30 days before a certificate expires. */
const renewalDays = 14;

/** Node's codes for certificates that phones reject, too, with a fix for each. */
const certificateFixes: Record<string, string> = {
  CERT_HAS_EXPIRED: 'Renew it, and check that the proxy renews it automatically.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'Phones trust only public authorities: get a certificate from Let’s Encrypt, for instance.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'Phones trust only public authorities: get a certificate from Let’s Encrypt, for instance.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Have the proxy send the whole chain, with the intermediate certificates.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Have the proxy send the whole chain, with the intermediate certificates.',
  CERT_NOT_YET_VALID: 'Check this machine’s clock, and the date from which the certificate is valid.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Get a certificate for the host of PUBLIC_URL.',
};

/** Calls the server at PUBLIC_URL as a phone would. */
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
        'PUBLIC_URL is an http: address, where browsers support no service workers, push or offline use.',
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
      const to = response.headers.get('Location');
      if (to !== null)
        return [
          ...found,
          problem(
            `${publicUrl} redirects to ${to}.`,
            'Set PUBLIC_URL to the address where Afield responds without a redirect.',
          ),
        ];
      return [
        ...found,
        problem(
          `${publicUrl} responds, but not with Afield (status ${response.status}).`,
          'Start Afield, and have the proxy pass all paths to its HOST and PORT.',
        ),
      ];
    }
    const own = readBuild();
    const isOwn = answer.output.version === own.version && answer.output.commit === own.commit;
    found.push(
      isOwn
        ? ok(`${publicUrl} serves this release, ${own.version}.`)
        : warning(
            `${publicUrl} serves release ${answer.output.version}, not ${own.version}.`,
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
  const code = systemCodeOf(cause) ?? `no response within ${limitMs / 1_000} s`;
  const certificate = certificateFixes[code];
  if (certificate !== undefined) return problem(`Phones refuse the certificate of ${publicUrl}: ${code}.`, certificate);
  return problem(
    `${publicUrl} can’t be reached from here: ${code}.`,
    'Check that DNS points to the proxy, that its port is open, and that Afield runs behind it.',
  );
}

function checkCertificate({ hostname, port }: URL): Promise<Finding[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const socket = connect({
      ...{ host, port: Number(port) || 443, timeout: limitMs },
      // Only host names are allowed here: RFC 6066, section 3.
      servername: isIP(host) === 0 ? host : '',
    });
    const end = (finding: Finding) => {
      socket.destroy();
      resolve([finding]);
    };
    const unread = () => end(warning('The certificate’s expiry date couldn’t be read.', 'Try again.'));
    socket.once('secureConnect', () => {
      const endsAt = new Date(socket.getPeerCertificate().valid_to);
      if (Number.isNaN(endsAt.getTime())) return unread();
      const day = dayOf(endsAt);
      if (endsAt.getTime() - Date.now() >= renewalDays * dayMs) end(ok(`The certificate is valid until ${day}.`));
      else end(warning(`The certificate expires on ${day}.`, 'Check that the proxy renews it automatically.'));
    });
    socket.once('error', unread);
    socket.once('timeout', unread);
  });
}
