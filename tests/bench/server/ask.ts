import { type Agent, request } from 'node:http';

interface Asked {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends one request. @returns the body @throws if the status isn't 2xx */
export function ask(agent: Agent, url: string, { token, body, headers = {} }: Asked): Promise<string> {
  return new Promise((resolve, reject) => {
    const all = {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const asked = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers: all }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(pieces).toString();
        if (response.statusCode && response.statusCode < 300) resolve(text);
        else reject(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    asked.once('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
