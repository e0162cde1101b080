import type { ClusterClient } from '../graphql/client';
import {
  ApplyObjectMutation,
  UpdateObjectMutation,
  type UserErrorPartsFragment,
} from '../graphql/operations.generated';
import { modeOf, needsEarlier, type ObjectBody } from '../model/editor/saving';
import { checkSchema } from './check-schema';
import type { SchemaSource } from './completions';
import type { Finding, TextDocument } from './documents';

/** An object that was written. */
export interface WrittenObject {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
}

/** Result of a write, or of an attempt. */
export interface WriteOutcome {
  readonly findings: readonly Finding[];
  readonly warnings: readonly string[];
  readonly written: readonly WrittenObject[];
  /** True if other managers own applied fields: they can be taken over. */
  readonly isConflict: boolean;
}

export interface WriteRequest {
  readonly documents: readonly TextDocument[];
  readonly isDryRun: boolean;
  /** True if fields of other managers are taken over. */
  readonly isForced: boolean;
}

/** Returns the errors of documents as far as the browser can tell: their syntax, and the schemas of their kinds. */
export async function findingsHere(documents: readonly TextDocument[], source: SchemaSource): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const document of documents) {
    findings.push(...document.findings);
    const { apiVersion, kind } = bodyOf(document);
    if (document.findings.length > 0 || typeof apiVersion !== 'string' || typeof kind !== 'string') continue;
    const schema = await source.schemaOf(apiVersion, kind);
    if (schema) findings.push(...checkSchema(document, schema));
  }
  return findings;
}

/** Writes the documents in their order, or tries all of them; the first refusal ends a write. */
export async function writeDocuments(
  client: ClusterClient,
  { documents, isDryRun, isForced }: WriteRequest,
): Promise<WriteOutcome> {
  const bodies = documents.map(bodyOf);
  const outcome = { findings: [] as Finding[], warnings: [] as string[], written: [] as WrittenObject[] };
  let isConflict = false;
  for (const [index, document] of documents.entries()) {
    if (isDryRun && needsEarlier(bodies, index)) continue;
    const { objects, warnings, errors } = await writeOne(client, { body: bodies[index]!, isDryRun, isForced });
    outcome.warnings.push(...warnings);
    outcome.findings.push(...errors.map((error) => findingOf(error, document)));
    isConflict ||= modeOf(bodies[index]!) === 'apply' && errors.some(({ code }) => code === 'CONFLICT');
    outcome.written.push(...objects.map(({ kind, metadata }) => ({ kind, ...namesOf(metadata) })));
    if (errors.length > 0 && !isDryRun) break;
  }
  return { ...outcome, isConflict };
}

function namesOf({ namespace, name }: { namespace: string | null; name: string }): Omit<WrittenObject, 'kind'> {
  return { namespace, name };
}

async function writeOne(
  client: ClusterClient,
  { body, isDryRun, isForced }: { body: ObjectBody; isDryRun: boolean; isForced: boolean },
) {
  const input = { object: body, dryRun: isDryRun, fieldManager: 'console' };
  return modeOf(body) === 'replace'
    ? (await client.ask(UpdateObjectMutation, { input })).updateObject
    : (await client.ask(ApplyObjectMutation, { input: { ...input, force: isForced } })).applyObject;
}

/** The words of the server at the field that they are about. */
function findingOf({ field, cause, message }: UserErrorPartsFragment, document: TextDocument): Finding {
  const path = field?.[0] === 'object' ? field.slice(1) : [];
  return { ...document.rangeOf(path), message: cause && path.length > 0 ? `${path.join('.')}: ${cause}` : message };
}

function bodyOf({ body }: TextDocument): ObjectBody {
  return typeof body === 'object' && body !== null ? body : {};
}
