import { ExtendedKeyUsage, KeyUsage as KeyUsageBits, KeyUsageFlags } from '@peculiar/asn1-x509';

/** Bits of the extension `keyUsage`, by the words of a CertificateSigningRequest (`certificates/v1`). */
const KEY_USAGES = {
  signing: KeyUsageFlags.digitalSignature,
  'digital signature': KeyUsageFlags.digitalSignature,
  'content commitment': KeyUsageFlags.nonRepudiation,
  'key encipherment': KeyUsageFlags.keyEncipherment,
  'data encipherment': KeyUsageFlags.dataEncipherment,
  'key agreement': KeyUsageFlags.keyAgreement,
  'cert sign': KeyUsageFlags.keyCertSign,
  'crl sign': KeyUsageFlags.cRLSign,
  'encipher only': KeyUsageFlags.encipherOnly,
  'decipher only': KeyUsageFlags.decipherOnly,
} as const;

/** Object identifiers of the extension `extKeyUsage`, by the same words. */
const EXTENDED_KEY_USAGES = {
  any: '2.5.29.37.0',
  'server auth': '1.3.6.1.5.5.7.3.1',
  'client auth': '1.3.6.1.5.5.7.3.2',
  'code signing': '1.3.6.1.5.5.7.3.3',
  'email protection': '1.3.6.1.5.5.7.3.4',
  's/mime': '1.3.6.1.5.5.7.3.4',
  'ipsec end system': '1.3.6.1.5.5.7.3.5',
  'ipsec tunnel': '1.3.6.1.5.5.7.3.6',
  'ipsec user': '1.3.6.1.5.5.7.3.7',
  timestamping: '1.3.6.1.5.5.7.3.8',
  'ocsp signing': '1.3.6.1.5.5.7.3.9',
  'microsoft sgc': '1.3.6.1.4.1.311.10.3.3',
  'netscape sgc': '2.16.840.1.113730.4.1',
} as const;

/** Name of a permitted use of a certificate. */
export type KeyUsage = keyof typeof KEY_USAGES | keyof typeof EXTENDED_KEY_USAGES;

/** All words that a request may have. */
export const ALL_KEY_USAGES = [...Object.keys(KEY_USAGES), ...Object.keys(EXTENDED_KEY_USAGES)] as readonly KeyUsage[];

export const CLIENT_AUTH: string = EXTENDED_KEY_USAGES['client auth'];
export const ANY_EXTENDED_USAGE: string = EXTENDED_KEY_USAGES.any;

/** The extension `keyUsage` for the words among these that are of it; undefined if none is. */
export function keyUsageBits(usages: readonly string[]): KeyUsageBits | undefined {
  const flags = usages.reduce((sum, usage) => (isOf(KEY_USAGES, usage) ? sum | KEY_USAGES[usage] : sum), 0);
  return flags === 0 ? undefined : new KeyUsageBits(flags);
}

/** The extension `extKeyUsage`, likewise. */
export function extendedKeyUsage(usages: readonly string[]): ExtendedKeyUsage | undefined {
  const ids = usages.flatMap((usage) => (isOf(EXTENDED_KEY_USAGES, usage) ? EXTENDED_KEY_USAGES[usage] : []));
  return ids.length === 0 ? undefined : new ExtendedKeyUsage([...new Set(ids)]);
}

/** The word that is wrong among usages, if one is (`keyUsagesFromStrings` upstream). */
export function unknownUsage(usages: readonly string[]): string | undefined {
  return usages.find((usage) => !isOf(KEY_USAGES, usage) && !isOf(EXTENDED_KEY_USAGES, usage));
}

function isOf<T extends object>(table: T, word: string): word is Extract<keyof T, string> {
  return Object.hasOwn(table, word);
}
