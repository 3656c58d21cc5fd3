import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../errors/command-error.ts';
import { type ControlCall, callHeader, readOutcome, writeCall } from './protocol.ts';
import { controlSocket, withSocketPath } from './socket-path.ts';
import type { TaskFile } from './task.ts';

/** Thrown if no server listens on the control socket. */
export class NoServerError extends Error {
  override readonly name = 'NoServerError';
}

/**
 * Runs a command in the server that uses the data directory.
 * @returns the command's result, unparsed
 * @throws {NoServerError} {@link CommandError}
 */
export async function callServer(
  dataDir: string,
  call: Omit<ControlCall, 'version'>,
  openFile: () => TaskFile,
): Promise<unknown> {
  const answer = await withSocketPath(dataDir, controlSocket, (path) => send(path, call, openFile));
  const outcome = readOutcome(answer);
  switch (outcome?.outcome) {
    case 'done':
      return outcome.result;
    case 'refused':
      throw new CommandError(outcome.message);
    case 'failed':
      throw new CommandError('The command failed on the server; see the server’s log. Nothing was changed.');
    default:
      throw new CommandError('The running server is a different version. Restart it and try again.');
  }
}

function send(path: string, call: Omit<ControlCall, 'version'>, openFile: () => TaskFile): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({
      socketPath: path,
      method: 'POST',
      headers: { [callHeader]: writeCall({ version: 1, ...call }) },
    });
    // These errors occur before anything has been sent, so the caller can safely try something else.
    const onNoServer = (error: NodeJS.ErrnoException) => {
      const isAbsent = error.code === 'ENOENT' || error.code === 'ECONNREFUSED';
      reject(isAbsent ? new NoServerError(error.message) : cutOff());
    };
    sent.on('error', onNoServer);
    sent.once('response', (response) => text(response).then(resolve, () => reject(cutOff())));
    sent.once('socket', (socket) => {
      socket.once('connect', () => {
        pipeline(openFile(), sent).catch(reject);
      });
    });
  });
}

const cutOff = () =>
  new CommandError(
    'The server stopped before it responded, so the command may have taken effect. You can safely run it again, with the same --key if you used one.',
  );
