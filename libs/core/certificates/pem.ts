/** A block of PEM (RFC 7468). */
export interface PemBlock {
  readonly label: string;
  readonly bytes: Uint8Array;
  /** True if headers such as `Proc-Type: 4,ENCRYPTED` precede them. */
  readonly hasHeaders: boolean;
}

const LINE_LENGTH = 64;
const BEGIN = '-----BEGIN ';
const DASHES = '-----';

/** Bytes as a block of PEM. */
export function toPem(label: string, bytes: Uint8Array): string {
  const text = toBase64(bytes);
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += LINE_LENGTH) lines.push(text.slice(at, at + LINE_LENGTH));
  return `${[`${BEGIN}${label}${DASHES}`, ...lines, `-----END ${label}${DASHES}`].join('\n')}\n`;
}

/** Returns the blocks of a text, in their order; text between them is left out, as in Go. */
export function readPem(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  for (let at = text.indexOf(BEGIN); at >= 0; at = text.indexOf(BEGIN, at)) {
    const labelEnd = text.indexOf(DASHES, at + BEGIN.length);
    if (labelEnd < 0) break;
    const label = text.slice(at + BEGIN.length, labelEnd);
    const end = `-----END ${label}${DASHES}`;
    const endAt = text.indexOf(end, labelEnd);
    if (endAt < 0) break;
    const body = text.slice(labelEnd + DASHES.length, endAt);
    const bytes = fromBase64(withoutHeaders(body));
    if (bytes) blocks.push({ label, bytes, hasHeaders: body.includes(':') });
    at = endAt + end.length;
  }
  return blocks;
}

/** Lines such as `Proc-Type: 4,ENCRYPTED`, which end with an empty one. */
function withoutHeaders(body: string): string {
  return body
    .split('\n')
    .filter((line) => !line.includes(':'))
    .join('');
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The bytes of a base64 text; undefined for one that is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text.replace(/\s/g, '')), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
