import { prepareForms, servedForm, type ApiError, type KindInfo, type KubeObject } from '@orrery/api-types';
import {
  listObjects,
  type ClusterRuntime,
  type CreateRequest,
  type Target,
  type WriteOptions,
} from '@orrery/control-plane';
import { badUserInput } from '../errors/input-error';
import { userErrors, type UserError } from '../errors/user-errors';
import { selectionOf } from '../filters/compile-filter';
import { servedKind } from './kind-of';
import { documentsOf, onlyDocument, targetOfDocument, type InputDocument } from './documents';
import type {
  ApplyObjectInput,
  DocumentsInput,
  DeleteObjectInput,
  DeleteObjectsInput,
  PatchObjectInput,
  SetLabelsInput,
  TargetInput,
  UpdateObjectInput,
} from './object-inputs';
import { DEFAULT_FIELD_MANAGER, type WriteInput } from './write-inputs';
import { refuseReplacedScale, Subresource, subresourceOf, WrongSubresource } from './object-parts';
import { atRevision, deleteOptionsOf, writeOptionsOf } from './write-options';

/** Objects that were written, and the errors of the others. */
export interface Written {
  readonly object?: KubeObject | undefined;
  readonly objects: readonly KubeObject[];
  readonly warnings: readonly string[];
  readonly errors: readonly UserError[];
}

/** Kinds that others need: documents behind one of them in the input wait until it is created. */
const PREREQUISITES = new Set(['Namespace', 'PriorityClass', 'ServiceAccount', 'StorageClass']);

/** Creates the objects of the input; each is created or refused on its own. */
export async function createObjects(runtime: ClusterRuntime, input: DocumentsInput): Promise<Written> {
  const warnings: string[] = [];
  const options = writeOptionsOf(input, (message) => warnings.push(message));
  const documents = documentsOf(input);
  const objects: KubeObject[] = [];
  const errors: UserError[] = [];
  for (const stage of stagesOf(documents)) {
    const outcomes = await createStage(runtime, stage, { namespace: input.namespace, options });
    outcomes.forEach((outcome, i) => {
      if (outcome instanceof Error) errors.push(...userErrors(outcome, stage[i]!.place));
      else objects.push(outcome);
    });
  }
  return { object: objects[0], objects, warnings, errors };
}

interface Creation {
  readonly namespace: string | null | undefined;
  readonly options: WriteOptions;
}

/** Writes all documents of a stage together; those that are not objects at all are refused before. */
async function createStage(
  runtime: ClusterRuntime,
  stage: readonly InputDocument[],
  { namespace, options }: Creation,
): Promise<(KubeObject | Error)[]> {
  const asked = stage.map((document): CreateRequest | Error => {
    try {
      const { kind, apiVersion, namespace: own } = targetOfDocument(runtime.kinds, document, namespace);
      return { kind, apiVersion, namespace: own, input: document.body };
    } catch (error) {
      return error as Error;
    }
  });
  const requests = asked.filter((request): request is CreateRequest => !(request instanceof Error));
  const outcomes = (await runtime.store.createMany(requests, options)).values();
  return Promise.all(
    asked.map(async (request) => {
      if (request instanceof Error) return request;
      const outcome = outcomes.next().value as KubeObject | ApiError;
      return outcome instanceof Error ? outcome : shownForm(request.kind, outcome);
    }),
  );
}

function stagesOf(documents: readonly InputDocument[]): InputDocument[][] {
  const stages: InputDocument[][] = [];
  let wasPrerequisite: boolean | undefined;
  for (const document of documents) {
    const isPrerequisite = PREREQUISITES.has(String((document.body as { kind?: unknown } | null)?.kind));
    if (wasPrerequisite === undefined || (wasPrerequisite && !isPrerequisite)) stages.push([]);
    stages[stages.length - 1]!.push(document);
    wasPrerequisite = isPrerequisite;
  }
  return stages;
}

/** Server-side apply of the objects of the input, one after the other; the first refusal ends it. */
export async function applyObjects(runtime: ClusterRuntime, input: ApplyObjectInput): Promise<Written> {
  const warnings: string[] = [];
  const options = writeOptionsOf(input, (message) => warnings.push(message));
  const objects: KubeObject[] = [];
  const errors: UserError[] = [];
  for (const document of documentsOf(input)) {
    try {
      const target = targetOfDocument(runtime.kinds, document, input.namespace);
      const patch = atRevision(document.body, input.resourceVersion);
      const request = { ...target, type: 'apply', patch, force: input.force ?? false } as const;
      objects.push(await shownForm(target.kind, await runtime.store.patch(request, options)));
    } catch (error) {
      errors.push(...userErrors(error, document.place));
    }
  }
  return { object: objects[0], objects, warnings, errors };
}

/** Replaces an object, or a part of it. */
export async function updateObject(runtime: ClusterRuntime, input: UpdateObjectInput): Promise<Written> {
  const document = onlyDocument(documentsOf(input));
  return writeOne(document.place, async (warn) => {
    refuseReplacedScale(input);
    const target = targetOfDocument(runtime.kinds, document, input.namespace);
    const body = atRevision(document.body, input.resourceVersion);
    const request = { ...target, input: body, ...subresourceOf(target.kind, 'update', input) };
    return shownForm(target.kind, await runtime.store.update(request, writeOptionsOf(input, warn)));
  });
}

/** Changes an object, or a part of it; answers with the whole of it. */
export async function patchObject(runtime: ClusterRuntime, input: PatchObjectInput): Promise<Written> {
  return writeOne({ path: ['patch'], value: input.patch }, async (warn) => {
    const { type, apiVersion } = input;
    const patch = lockedPatch(input);
    const target = targetOf(runtime, input);
    const part = subresourceOf(target.kind, 'patch', input);
    const options = writeOptionsOf(input, warn);
    if (part.subresource === Subresource.Scale) {
      const scaled = await runtime.store.scaleObject({ ...target, type, body: patch }, options);
      return shownForm(target.kind, scaled);
    }
    return shownForm(target.kind, await runtime.store.patch({ ...target, apiVersion, type, patch, ...part }, options));
  });
}

/** The patch with the revision that the object must still be at. */
function lockedPatch({ type, patch, resourceVersion }: PatchObjectInput): unknown {
  if (type !== 'json' || !Array.isArray(patch) || resourceVersion == null) return atRevision(patch, resourceVersion);
  return [...(patch as unknown[]), { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion }];
}

/** Sets and removes labels and annotations. */
export async function setLabels(runtime: ClusterRuntime, input: SetLabelsInput): Promise<Written> {
  const { labels, annotations } = input;
  const metadata = { ...(labels ? { labels } : {}), ...(annotations ? { annotations } : {}) };
  return writeOne({ path: [], value: metadata }, async (warn) => {
    const patch = atRevision({ metadata }, input.resourceVersion);
    const target = targetOf(runtime, input);
    const written = await runtime.store.patch({ ...target, type: 'merge', patch }, writeOptionsOf(input, warn));
    return shownForm(target.kind, written);
  });
}

/** Returns the store with the client of a deletion, for the log of changes: a deletion leaves no managed fields. */
function signed({ store }: ClusterRuntime, { fieldManager }: WriteInput): ClusterRuntime['store'] {
  return store.signed({ client: fieldManager ?? DEFAULT_FIELD_MANAGER });
}

/** Deletes one object. */
export async function deleteObject(
  runtime: ClusterRuntime,
  input: DeleteObjectInput,
): Promise<{ readonly object: KubeObject; readonly isGone: boolean }> {
  const target = targetOf(runtime, input);
  const { object, isGone } = await signed(runtime, input).delete(target, deleteOptionsOf(input));
  return { object: await shownForm(target.kind, object), isGone };
}

/** Deletes the selected or named objects, in one write. */
export async function deleteObjects(
  runtime: ClusterRuntime,
  input: DeleteObjectsInput,
): Promise<{ readonly count: number; readonly objects: KubeObject[]; readonly errors: UserError[] }> {
  const targets = await targetsOf(runtime, input);
  const outcomes = await signed(runtime, input).deleteMany(targets, deleteOptionsOf(input));
  const gone = outcomes.flatMap((outcome, i) =>
    outcome instanceof Error ? [] : [shownForm(targets[i]!.kind, outcome.object)],
  );
  const objects = await Promise.all(gone);
  const errors = outcomes.flatMap((outcome) => (outcome instanceof Error ? userErrors(outcome) : []));
  return { count: objects.length, objects, errors };
}

/** The objects that a filter selects, or that documents name. */
async function targetsOf(runtime: ClusterRuntime, input: DeleteObjectsInput): Promise<readonly Target[]> {
  const { apiVersion, kind: name, filter, objects, yaml, namespace } = input;
  if (objects != null || yaml != null) {
    if (apiVersion != null || name != null || filter != null) {
      throw badUserInput('specify apiVersion, kind and filter, or objects, or yaml');
    }
    const documents = documentsOf({ objects: objects ?? null, yaml: yaml ?? null });
    return documents.map((document) => {
      const target = targetOfDocument(runtime.kinds, document, namespace);
      if (target.name !== '') return target;
      throw badUserInput('metadata.name: Required value', [...document.place.path, 'metadata', 'name']);
    });
  }
  if (apiVersion == null || name == null || filter == null) {
    throw badUserInput('specify apiVersion, kind and filter, or objects, or yaml');
  }
  const kind = servedKind(runtime.kinds, apiVersion, name);
  const { items } = await listObjects(runtime, selectionOf(kind, filter));
  return items.map(({ metadata }) => ({ kind, namespace: metadata.namespace ?? '', name: metadata.name }));
}

/** A written object in the version in which it was written. */
async function shownForm(kind: KindInfo, object: KubeObject): Promise<KubeObject> {
  await prepareForms(kind, [object]);
  return servedForm(kind, object);
}

async function writeOne(
  place: Parameters<typeof userErrors>[1],
  write: (warn: (message: string) => void) => Promise<KubeObject>,
): Promise<Written> {
  const warnings: string[] = [];
  try {
    const object = await write((message) => warnings.push(message));
    return { object, objects: [object], warnings, errors: [] };
  } catch (error) {
    // The part that is to be written is named beside the object.
    const errors = userErrors(error, error instanceof WrongSubresource ? { path: [] } : place);
    return { objects: [], warnings, errors };
  }
}

function targetOf(
  runtime: ClusterRuntime,
  { apiVersion, kind: name, namespace, name: objectName }: TargetInput,
): {
  kind: ReturnType<typeof servedKind>;
  namespace: string;
  name: string;
} {
  const kind = servedKind(runtime.kinds, apiVersion, name);
  return { kind, namespace: kind.namespaced ? (namespace ?? 'default') : '', name: objectName };
}
