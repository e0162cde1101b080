import { AsnConvert, AsnParser, AsnSchemaValidationError, OctetString } from '@peculiar/asn1-schema';
import { Extension } from '@peculiar/asn1-x509';

/** Bytes that are not DER, or not the structure that was expected. */
export class MalformedDer extends Error {}

/**
 * No key and no list of names needs more. The library turns a long INTEGER into decimals in quadratic time, and fails on
 * texts that are longer than a call may have arguments.
 */
const MAX_BYTES = 32 * 1024;

/**
 * Decodes bytes as a value of a schema's class. Throws {@link MalformedDer} for bytes of another structure, for
 * trailing bytes, for more than {@link MAX_BYTES} and for encodings that BER allows and DER does not: the decoded value
 * must be encoded as the same bytes again.
 */
export function parseDer<T>(bytes: Uint8Array | ArrayBuffer, type: new () => T): T {
  if (bytes.byteLength > MAX_BYTES) throw new MalformedDer(`structure error: more than ${MAX_BYTES} bytes`);
  const given = bytesOf(bytes);
  const [value, written] = withMalformedDer(() => {
    const parsed = AsnParser.parse(given, type);
    return [parsed, inDer(parsed)] as const;
  });
  if (written.some((byte, at) => byte !== given[at])) throw new MalformedDer('the encoding is not in DER');
  if (written.length < given.length) throw new MalformedDer('trailing data');
  return value;
}

/** A value of a schema's class in DER. */
export function inDer(value: unknown): Uint8Array {
  return new Uint8Array(AsnConvert.serialize(value));
}

/** The bytes in a buffer of their own, as the library takes them. */
export function bytesOf(source: Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(source instanceof Uint8Array ? source : new Uint8Array(source));
}

/** An extension with its value in DER. */
export function extensionOf(extnID: string, value: unknown, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(inDer(value)) });
}

/** Whatever the library throws about bytes is about them: it reads and writes nothing else. */
function withMalformedDer<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof AsnSchemaValidationError) throw new MalformedDer("structure error: tags don't match");
    if (error instanceof RangeError) throw new MalformedDer('structure error: a text is too long');
    const text = error instanceof Error ? error.message : String(error);
    throw new MalformedDer(`syntax error: ${END_REACHED.test(text) ? 'data truncated' : text}`);
  }
}

const END_REACHED = /end of input|zero (?:buffer )?length|zero buffer/i;
