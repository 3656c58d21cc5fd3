import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callOutbound } from '#server/services/outbound/call.ts';
import { type LookUpPost, postLookups } from '#server/services/post-links/look-up.ts';

interface Reply {
  status: number;
  location?: string;
  /** `stuck`: a head, and nothing after it. */
  body?: string;
}
/** `hang`: nothing comes; `drip`: a body without end, a little at a time; `endless`: one as fast as it goes; `drop`: no answer. */
type Answer = Reply | 'hang' | 'drip' | 'endless' | 'drop';

export interface Platforms {
  /** Lookups by the server's own guarded call, with this machine in the place of platforms' hosts. */
  readonly lookUpPost: LookUpPost;
  /** The same with a time that is over soon. */
  readonly hurried: LookUpPost;
  /** What was called, in order, such as `https://vm.tiktok.com/ZMabc123/`. */
  readonly called: string[];
  /** What an address answers from now on; all others answer 500. */
  answer(address: string, answer: Answer): void;
  /** What oEmbed says of all posts of a platform from now on. */
  oembed(platform: 'YOUTUBE' | 'TIKTOK', answer: Answer): void;
  /** Runs while the next call waits for its answer. */
  during(work: (() => Promise<void>) | null): void;
  close(): Promise<void>;
}

const oembeds = { YOUTUBE: 'https://www.youtube.com/oembed', TIKTOK: 'https://www.tiktok.com/oembed' } as const;

/** Platforms of posts on this machine: one server that stands for all of their hosts. */
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
