import { fromBase64, keyPairProblem } from '@orrery/certificates';
import type { KubeObject } from '../../objects';

/** Warns of a TLS secret whose certificate and key do not match (`warningsForSecret` upstream). */
export function secretWarnings(secret: KubeObject): string[] {
  const { type, data = {} } = secret as KubeObject & { type?: string; data?: Record<string, string> };
  if (type !== 'kubernetes.io/tls') return [];
  const text = (key: string): string => new TextDecoder().decode(fromBase64(data[key] ?? ''));
  const problem = keyPairProblem(text('tls.crt'), text('tls.key'));
  return problem === undefined ? [] : [problem];
}
