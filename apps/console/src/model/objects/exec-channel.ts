/** Channels of the messages of a command (`v5.channel.k8s.io`): the first byte of each says which. */
const Channel = { Stdin: 0, Stdout: 1, Stderr: 2, Error: 3, Resize: 4 } as const;

/** A message of the server: output, or how the command ended. */
export type ExecMessage =
  { readonly is: 'output'; readonly bytes: Uint8Array } | { readonly is: 'end'; readonly words: string };

/** Returns what a message says; undefined for one of a channel that the server does not write to. */
export function execMessage(message: Uint8Array): ExecMessage | undefined {
  const bytes = message.subarray(1);
  if (message[0] === Channel.Stdout || message[0] === Channel.Stderr) return { is: 'output', bytes };
  return message[0] === Channel.Error ? { is: 'end', words: endWords(new TextDecoder().decode(bytes)) } : undefined;
}

function endWords(text: string): string {
  const { status, message } = JSON.parse(text) as { readonly status?: string; readonly message?: string };
  return status === 'Success' ? 'the command has ended' : (message ?? text);
}

/** Returns the message that writes text to the command. */
export function stdinMessage(text: string): Uint8Array<ArrayBuffer> {
  return ofChannel(Channel.Stdin, text);
}

/** Returns the message that tells the command the size of its terminal. */
export function resizeMessage(columns: number, rows: number): Uint8Array<ArrayBuffer> {
  return ofChannel(Channel.Resize, JSON.stringify({ Width: columns, Height: rows }));
}

function ofChannel(channel: number, text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  const message = new Uint8Array(bytes.length + 1);
  message[0] = channel;
  message.set(bytes, 1);
  return message;
}

/** Returns a text in base64url without padding. */
export function base64Url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
