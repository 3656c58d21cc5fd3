import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Logger } from 'pino';
import { CommandError } from '../errors/command-error.ts';
import { type ControlOutcome, callHeader, readCall } from './protocol.ts';
import { controlSocket, withSocketPath } from './socket-path.ts';
import type { Task, TaskContext, TaskFile } from './task.ts';

interface ControlOptions extends TaskContext {
  tasks: ReadonlyMap<string, Task>;
  /** The data directory, whose lock this process must hold. */
  dataDir: string;
  log: Logger;
}

/** Time for running commands to finish, longer than any command takes. */
const stopTimeoutMs = 10_000;

/**
 * Accepts the operator's commands on a socket in the data directory, which only this user can open. Windows has no such
 * sockets, so nothing listens there.
 * @returns a function that stops it, after the commands in progress
 */
export async function startControl({ dataDir, log, tasks, ...context }: ControlOptions): Promise<() => Promise<void>> {
  if (process.platform === 'win32') return async () => {};
  const file = join(dataDir, controlSocket);
  // A killed server may have left the socket. No other server uses it, since this process holds the lock.
  rmSync(file, { force: true });
  const server = createServer((request, response) => {
    handleCall(request, tasks, context, log)
      .then(async (outcome) => {
        // A client reads the response only after sending its whole body; a response sent earlier would be lost with the
        // connection.
        await finished(request.resume(), { error: false });
        response.setHeader('Connection', 'close').setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(outcome));
      })
      .catch(() => response.destroy());
  });
  await withSocketPath(dataDir, controlSocket, (path) => listen(server, path));
  chmodSync(file, 0o600);
  return async () => {
    await close(server);
    rmSync(file, { force: true });
  };
}

async function handleCall(
  request: IncomingMessage,
  tasks: ControlOptions['tasks'],
  context: TaskContext,
  log: Logger,
): Promise<ControlOutcome> {
  const call = readCall(request.headers[callHeader]);
  const task = call && tasks.get(call.command);
  if (!task) {
    return {
      outcome: 'refused',
      message: 'The running server doesn’t know this command. It may be an older version: restart it.',
    };
  }
  try {
    return { outcome: 'done', result: await task.execute(context, call?.input, bytesOf(request), call?.key) };
  } catch (error) {
    if (error instanceof CommandError) return { outcome: 'refused', message: error.message };
    if (!request.complete) log.warn({ command: task.name }, 'A command’s caller disconnected');
    else log.error({ err: error, command: task.name }, 'A command failed');
    return { outcome: 'failed' };
  }
}

/** Keeps the connection open for the response if a command stops reading its body. */
const bytesOf = (request: IncomingMessage): TaskFile => ({
  [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }),
});

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), stopTimeoutMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
