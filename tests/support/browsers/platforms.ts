import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LookUpPost, postLookups } from '#server/services/posts/lookups/look-up.ts';
import { callOutbound } from '#server/services/shared/outbound/call.ts';

interface Reply {
  status: number;
  location?: string;
  /** Body of the response; `stuck` sends the headers and nothing after them. */
  body?: string;
}
/** `hang` never responds, `drip` sends a slow endless body, `endless` a fast one, and `drop` breaks the connection. */
type Answer = Reply | 'hang' | 'drip' | 'endless' | 'drop';

export interface Platforms {
  /** Looks up by the server's own guarded request, with this machine in place of platforms' hosts. */
  readonly lookUpPost: LookUpPost;
  /** The same with a short timeout. */
  readonly hurried: LookUpPost;
  /** Requested addresses in order, such as `https://vm.tiktok.com/ZMabc123/`. */
  readonly called: string[];
  /** Sets the response of an address from now on; addresses without one respond with 500. */
  answer(address: string, answer: Answer): void;
  /** Sets the oEmbed response for all posts of a platform from now on. */
  oembed(platform: 'YOUTUBE' | 'TIKTOK', answer: Answer): void;
  /** Sets work to run while the next request waits for its response. */
  during(work: (() => Promise<void>) | null): void;
  close(): Promise<void>;
}

const oembeds = { YOUTUBE: 'https://www.youtube.com/oembed', TIKTOK: 'https://www.tiktok.com/oembed' } as const;

/** Starts a local server that stands in for the hosts of all platforms. */
export async function startPlatforms(): Promise<Platforms> {
  const answers = new Map<string, Answer>();
  const called: string[] = [];
  let work: (() => Promise<void>) | null = null;
  const server = createServer(async (request, response) => {
    const address = `https://${request.headers['x-host']}${request.url}`;
    called.push(address);
    await work?.();
    reply(answers.get(address) ?? answers.get(address.replace(/\?.*$/, '')) ?? { status: 500 }, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const outbound: typeof callOutbound = ({ url, headers, ...call }) => {
    const here = new URL(`${url.pathname}${url.search}`, `http://127.0.0.1:${port}`);
    return callOutbound({ ...call, url: here, headers: { ...headers, 'X-Host': url.host }, mustBePublic: false });
  };
  return {
    called,
    answer: (address, answer) => void answers.set(address, answer),
    oembed: (platform, answer) => void answers.set(oembeds[platform], answer),
    during: (given) => {
      work = given;
    },
    lookUpPost: postLookups(outbound),
    hurried: postLookups(outbound, 400),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function reply(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  if (answer === 'hang') return;
  if (answer === 'drop') return void request.socket.destroy();
  if (typeof answer === 'object') {
    const { status, location, body } = answer;
    response.writeHead(status, location === undefined ? {} : { Location: location });
    if (body === 'stuck') response.flushHeaders();
    else response.end(body);
    return;
  }
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '.repeat(answer === 'drip' ? 1 : 65_536)), 5);
  response.on('close', () => clearInterval(timer));
}
