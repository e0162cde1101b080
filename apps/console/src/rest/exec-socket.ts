import { base64Url, execMessage, resizeMessage, stdinMessage } from '../model/objects/exec-channel';
import { session } from '../session/session';
import { addressOf } from './kubernetes-api';

const PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io'] as const;
/** Protocol by which a page shows its token: it can set no header of a WebSocket. */
const TOKEN_PROTOCOL = 'base64url.bearer.authorization.k8s.io.';

/** Command in a container. */
export interface ExecCommand {
  readonly cluster: string;
  /** Path of the subresource `exec` of the pod. */
  readonly path: string;
  readonly container: string;
  readonly command: string;
}

/** Callbacks of a command. */
export interface ExecListener {
  readonly open: () => void;
  readonly output: (bytes: Uint8Array) => void;
  /** The command, or the connection, has ended; the words say why. */
  readonly end: (words: string) => void;
}

/** Connection to a command that runs. */
export interface ExecSocket {
  write(text: string): void;
  resize(columns: number, rows: number): void;
  /** Ends the command. */
  close(): void;
}

/** Runs a command with a terminal in a container, over a WebSocket. */
export function openExec({ cluster, path, container, command }: ExecCommand, on: ExecListener): ExecSocket {
  const query = { container, command, stdin: 'true', stdout: 'true', tty: 'true' };
  const { token } = session.current();
  const protocols = [...PROTOCOLS, ...(token === undefined ? [] : [`${TOKEN_PROTOCOL}${base64Url(token)}`])];
  const socket = new WebSocket(
    `${location.origin.replace(/^http/, 'ws')}${addressOf(cluster, path, query)}`,
    protocols,
  );
  socket.binaryType = 'arraybuffer';
  let isOver = false;
  const end = (words: string): void => {
    if (!isOver) on.end(words);
    isOver = true;
  };
  const send = (message: Uint8Array<ArrayBuffer>): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(message);
  };
  socket.onopen = on.open;
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    const message = execMessage(new Uint8Array(data));
    if (message?.is === 'output') on.output(message.bytes);
    else if (message) end(message.words);
  };
  socket.onclose = () => end('the connection is closed, or the server refused the command');
  return {
    write: (text) => send(stdinMessage(text)),
    resize: (columns, rows) => send(resizeMessage(columns, rows)),
    close() {
      isOver = true;
      socket.close();
    },
  };
}
