import { badRequest, parseYamlDocuments, YamlDepthError, type KindInfo } from '@orrery/api-types';
import type { ClusterKinds } from '@orrery/control-plane';
import type { Document } from 'yaml';
import { badUserInput } from '../errors/input-error';
import type { InputPlace } from '../errors/user-errors';
import { servedKind } from './kind-of';
import { MAX_OBJECTS_PER_MUTATION, type DocumentsInput } from './object-inputs';

/** An object of an input, with where it lies there. */
export interface InputDocument {
  readonly body: unknown;
  readonly place: InputPlace;
}

/** YAML anchors can make a small text large; more than this many uses of them is an attack. */
const MAX_YAML_ALIASES = 100;

/** The objects that the client wants written; throws BAD_USER_INPUT unless they are given in exactly one form. */
export function documentsOf(input: Pick<DocumentsInput, 'object' | 'objects' | 'yaml'>): InputDocument[] {
  const { object, objects, yaml } = input;
  const forms = [object, objects, yaml].filter((form) => form !== undefined && form !== null);
  if (forms.length !== 1) throw badUserInput('specify exactly one of object, objects, yaml');
  if (objects) {
    const documents = objects.map((body, i) => ({ body, place: { path: ['objects', String(i)], value: body } }));
    return limited(documents);
  }
  if (yaml === undefined || yaml === null) return [{ body: object, place: { path: ['object'], value: object } }];
  return limited(yamlDocuments(yaml));
}

/** The one object of an input that takes no more. */
export function onlyDocument(documents: readonly InputDocument[]): InputDocument {
  if (documents.length !== 1) throw badUserInput(`specify one object, not ${documents.length}`);
  return documents[0]!;
}

function limited(documents: InputDocument[]): InputDocument[] {
  if (documents.length === 0) throw badUserInput('the input contains no objects');
  if (documents.length <= MAX_OBJECTS_PER_MUTATION) return documents;
  throw badUserInput(`${documents.length} objects exceed the limit of ${MAX_OBJECTS_PER_MUTATION}`);
}

/** Reads a text of one or many documents; lists (`kind: List`) are taken apart, empty documents passed over. */
function yamlDocuments(text: string): InputDocument[] {
  const bodies: unknown[] = [];
  for (const document of parsed(text)) {
    const [problem] = document.errors;
    if (problem) throw badRequest(`error parsing YAML: ${problem.message}`);
    const body = toData(document);
    if (body !== null && body !== undefined) bodies.push(...itemsOf(body));
  }
  const isOne = bodies.length === 1;
  return bodies.map((body, i) => {
    const path = isOne ? ['yaml'] : ['yaml', String(i)];
    return { body, place: { path, value: body } };
  });
}

function parsed(text: string): readonly Document.Parsed[] {
  try {
    return parseYamlDocuments(text, { uniqueKeys: true });
  } catch (error) {
    if (error instanceof YamlDepthError) throw badRequest(`error parsing YAML: ${error.message}`);
    throw error;
  }
}

function toData(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_YAML_ALIASES }) as unknown;
  } catch (error) {
    throw badRequest(`error parsing YAML: ${(error as Error).message}`);
  }
}

function itemsOf(body: unknown): unknown[] {
  const { kind, items } = body as { kind?: unknown; items?: unknown };
  return kind === 'List' && Array.isArray(items) ? items : [body];
}

/** Kind, version, namespace and name of an object. */
export interface DocumentTarget {
  readonly kind: KindInfo;
  readonly apiVersion: string;
  readonly namespace: string;
  readonly name: string;
}

/** Returns the target of a document; throws 400 for a body that is not an object of a served kind. */
export function targetOfDocument(
  kinds: ClusterKinds,
  { body }: InputDocument,
  defaultNamespace: string | null | undefined,
): DocumentTarget {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('the object must be a JSON object');
  const { apiVersion, kind: name, metadata } = body as { apiVersion?: unknown; kind?: unknown; metadata?: unknown };
  if (typeof apiVersion !== 'string' || typeof name !== 'string')
    throw badRequest('the object must have apiVersion and kind');
  const kind = servedKind(kinds, apiVersion, name);
  const { namespace, name: objectName } = (metadata ?? {}) as { namespace?: unknown; name?: unknown };
  const own = typeof namespace === 'string' && namespace !== '' ? namespace : undefined;
  return {
    kind,
    apiVersion,
    namespace: kind.namespaced ? (own ?? defaultNamespace ?? 'default') : '',
    name: typeof objectName === 'string' ? objectName : '',
  };
}
