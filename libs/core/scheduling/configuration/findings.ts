import { documentError, FindingKind, readDocument, type Schema } from '@orrery/documents';
import type { ConfigurationError } from './configuration-error';

/** Where findings go: unknown fields are errors in strict reading and warnings otherwise. */
export interface Findings {
  readonly errors: ConfigurationError[];
  readonly unknownFields: ConfigurationError[];
}

/**
 * Reads a part of a configuration by its schema: names and types alone, ranges are judged by what uses the values. What
 * does not fit is reported and left out of the answer.
 */
export function readInto<T>(value: unknown, schema: Schema<T>, field: string, findings: Findings): T | undefined {
  const reading = readDocument(value, schema, { field, structureOnly: true });
  for (const finding of reading.findings) {
    const list = finding.kind === FindingKind.Unknown ? findings.unknownFields : findings.errors;
    list.push(documentError(finding));
  }
  return reading.value;
}
