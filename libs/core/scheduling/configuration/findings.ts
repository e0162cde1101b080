import { documentError, FindingKind, readDocument, type Schema } from '@orrery/documents';
import type { ConfigurationError } from './configuration-error';

/** Collector of findings: unknown fields are errors in strict reading and warnings otherwise. */
export interface Findings {
  readonly errors: ConfigurationError[];
  readonly unknownFields: ConfigurationError[];
}

/**
 * Reads a part of a configuration by its schema. It checks structure only; ranges are validated by the consumer. Values
 * that do not fit are reported and left out of the result.
 */
export function readInto<T>(value: unknown, schema: Schema<T>, field: string, findings: Findings): T | undefined {
  const reading = readDocument(value, schema, { field, structureOnly: true });
  for (const finding of reading.findings) {
    const list = finding.kind === FindingKind.Unknown ? findings.unknownFields : findings.errors;
    list.push(documentError(finding));
  }
  return reading.value;
}
