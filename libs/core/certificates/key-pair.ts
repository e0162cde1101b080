import { Certificate } from '@peculiar/asn1-x509';
import { readPem, type PemBlock } from './pem';
import { MalformedDer, parseDer } from './schemas';

/** A public key: its algorithm, and the bytes by which keys of one algorithm are compared. */
interface PublicKey {
  readonly algorithm: string;
  /** The modulus of RSA or the point of an elliptic curve; undefined where a private key does not carry it. */
  readonly bytes: Uint8Array | undefined;
}

const RSA = '1.2.840.113549.1.1.1';
const EC = '1.2.840.10045.2.1';
/** The same in DER, as private keys have them. */
const ALGORITHMS: Readonly<Record<string, string>> = { '2a864886f70d010101': RSA, '2a8648ce3d0201': EC };

const Tag = {
  Integer: 0x02,
  BitString: 0x03,
  OctetString: 0x04,
  Identifier: 0x06,
  Sequence: 0x30,
  PublicKey: 0xa1,
} as const;

/**
 * Returns why a certificate and a private key in PEM do not form a pair, in the words of Go's `tls.X509KeyPair`;
 * undefined where they do, or where the private key does not contain its public key.
 */
export function keyPairProblem(certificatePem: string, keyPem: string): string | undefined {
  const certificate = firstBlock(certificatePem, (label) => label === 'CERTIFICATE');
  if (!certificate.found) return certificateMissing(certificate.skipped);
  const key = firstBlock(keyPem, (label) => label === 'PRIVATE KEY' || label.endsWith(' PRIVATE KEY'));
  if (!key.found) return keyMissing(key.skipped);
  const certified = publicKeyOf(certificate.found.bytes);
  if (!certified) return 'x509: malformed certificate';
  const own = keyIn(key.found.bytes);
  if (!own) return 'tls: failed to parse private key';
  if (own.algorithm !== certified.algorithm) return 'tls: private key type does not match public key type';
  const isSame = !own.bytes || !certified.bytes || hex(own.bytes) === hex(certified.bytes);
  return isSame ? undefined : 'tls: private key does not match public key';
}

interface Search {
  readonly found: PemBlock | undefined;
  /** Labels of the blocks before it. */
  readonly skipped: readonly string[];
}

function firstBlock(pem: string, fits: (label: string) => boolean): Search {
  const blocks = readPem(pem);
  const at = blocks.findIndex(({ label }) => fits(label));
  return { found: blocks[at], skipped: blocks.slice(0, at < 0 ? undefined : at).map(({ label }) => label) };
}

function certificateMissing(skipped: readonly string[]): string {
  if (skipped.length === 0) return 'tls: failed to find any PEM data in certificate input';
  if (skipped.length === 1 && skipped[0]!.endsWith('PRIVATE KEY')) {
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched';
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${skipped.join(' ')}]`;
}

function keyMissing(skipped: readonly string[]): string {
  if (skipped.length === 0) return 'tls: failed to find any PEM data in key input';
  if (skipped.length === 1 && skipped[0] === 'CERTIFICATE') {
    return 'tls: found a certificate rather than a key in the PEM for the private key';
  }
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${skipped.join(' ')}]`;
}

/** The public key of a certificate; undefined for bytes that are none. */
function publicKeyOf(certificate: Uint8Array): PublicKey | undefined {
  try {
    const { subjectPublicKeyInfo: info } = parseDer(certificate, Certificate).tbsCertificate;
    const { algorithm } = info.algorithm;
    const key = new Uint8Array(info.subjectPublicKey);
    return { algorithm, bytes: algorithm === RSA ? elementsIn(elementsIn(key)[0]?.content)[0]?.content : key };
  } catch (error) {
    if (error instanceof MalformedDer) return undefined;
    throw error;
  }
}

/** The public key of a private one, in PKCS #8, PKCS #1 or the form of SEC 1. */
function keyIn(bytes: Uint8Array): PublicKey | undefined {
  const [whole] = elementsIn(bytes);
  if (whole?.tag !== Tag.Sequence) return undefined;
  const [version, second, third, ...others] = elementsIn(whole.content);
  if (version?.tag !== Tag.Integer || !second) return undefined;
  if (second.tag === Tag.Integer) return { algorithm: RSA, bytes: second.content };
  if (second.tag === Tag.OctetString) {
    const point = [third, ...others].find((element) => element?.tag === Tag.PublicKey);
    const [bits] = elementsIn(point?.content);
    return { algorithm: EC, bytes: bits?.content.slice(1) };
  }
  if (second.tag !== Tag.Sequence || third?.tag !== Tag.OctetString) return undefined;
  const [identifier] = elementsIn(second.content);
  const name = identifier ? hex(identifier.content) : '';
  if (ALGORITHMS[name]) return keyIn(third.content);
  return { algorithm: dotted(identifier?.content), bytes: undefined };
}

interface Element {
  readonly tag: number;
  readonly content: Uint8Array;
}

/** Returns the adjacent elements of DER; an incomplete element ends the list. */
function elementsIn(bytes: Uint8Array = new Uint8Array()): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at + 2 <= bytes.length;) {
    const [tag, first] = [bytes[at]!, bytes[at + 1]!];
    const extra = first < 0x80 ? 0 : first - 0x80;
    let length = extra === 0 ? first : 0;
    for (let i = 0; i < extra; i++) length = length * 256 + (bytes[at + 2 + i] ?? 0);
    const begin = at + 2 + extra;
    if (extra > 4 || begin + length > bytes.length) break;
    elements.push({ tag, content: bytes.slice(begin, begin + length) });
    at = begin + length;
  }
  return elements;
}

/** An object identifier as text; empty for none. */
function dotted(content: Uint8Array = new Uint8Array()): string {
  const parts: number[] = [];
  let part = 0;
  for (const byte of content) {
    part = part * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    parts.push(
      ...(parts.length === 0
        ? [Math.min(2, Math.floor(part / 40)), part - 40 * Math.min(2, Math.floor(part / 40))]
        : [part]),
    );
    part = 0;
  }
  return parts.join('.');
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
