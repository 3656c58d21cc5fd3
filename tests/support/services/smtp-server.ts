import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

/**
 * Starts a mail server that receives an email and responds with `reply` at its end; null breaks the connection there
 * instead.
 * @param addressee response to the recipient command
 */
export async function smtpServer(reply: string | null, greeting = '220 ready', addressee = '250 ok') {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const listener: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    let data: string | null = null;
    let rest = '';
    socket.write(`${greeting}\r\n`);
    socket.on('data', (chunk) => {
      rest += chunk.toString('utf8');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (data !== null && line !== '.') {
          data += `${line}\n`;
        } else if (data !== null) {
          received.push(data);
          data = null;
          if (reply === null) socket.destroy();
          else socket.write(`${reply}\r\n`);
        } else if (line === 'DATA') {
          data = '';
          socket.write('354 go on\r\n');
        } else if (line.startsWith('RCPT TO:')) {
          socket.write(`${addressee}\r\n`);
        } else if (line === 'QUIT') {
          socket.end('221 bye\r\n');
        } else {
          socket.write('250 ok\r\n');
        }
      }
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    received,
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
}
