import { listedObjects } from './dump';

/** Object in a text. */
export interface ObjectBody {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata?: { readonly name?: unknown; readonly namespace?: unknown; readonly resourceVersion?: unknown };
  readonly spec?: { readonly group?: unknown; readonly names?: { readonly kind?: unknown } };
}

/** Modes of writing an object: over the version at which it was read, or by server-side apply. */
export type WriteMode = 'replace' | 'apply';

/** Returns the mode of a write: an object with a resourceVersion replaces that version; others are applied. */
export function modeOf(body: ObjectBody): WriteMode {
  return body.metadata?.resourceVersion === undefined ? 'apply' : 'replace';
}

/** The commands that write these objects from a file. */
export function saveCommands(bodies: readonly ObjectBody[], isForced: boolean): readonly string[] {
  const modes = new Set(bodies.map(modeOf));
  return [
    ...(modes.has('apply')
      ? [`kubectl apply --server-side --field-manager=console${isForced ? ' --force-conflicts' : ''} -f objects.yaml`]
      : []),
    ...(modes.has('replace') ? ['kubectl replace -f objects.yaml'] : []),
  ];
}

/** Returns whether an object can only be tried once an earlier one of the same text is there: its namespace or its definition. */
export function needsEarlier(bodies: readonly ObjectBody[], index: number): boolean {
  const { apiVersion, kind, metadata } = bodies[index] ?? {};
  return bodies.slice(0, index).some((earlier) => {
    if (earlier.kind === 'Namespace') return earlier.metadata?.name === metadata?.namespace;
    if (earlier.kind !== 'CustomResourceDefinition') return false;
    return earlier.spec?.names?.kind === kind && String(apiVersion).startsWith(`${String(earlier.spec?.group)}/`);
  });
}

/** An object as it is edited: without what the server keeps for itself. */
export function editable(object: Readonly<Record<string, unknown>>, hasStatusPart: boolean): Record<string, unknown> {
  const { metadata, status, ...rest } = object;
  const { managedFields: _, ...kept } = (metadata ?? {}) as Record<string, unknown>;
  const { apiVersion, kind, ...others } = rest;
  return { apiVersion, kind, metadata: kept, ...others, ...(hasStatusPart || status === undefined ? {} : { status }) };
}

/** Metadata that a cluster gives each of its objects, and another one would not accept. */
const OWN_METADATA = [
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'managedFields',
  'ownerReferences',
  'selfLink',
] as const;

/** Objects of a file as another cluster takes them: lists taken apart, without identity and status. */
export function freshCopies(bodies: readonly unknown[]): readonly Record<string, unknown>[] {
  return listedObjects(bodies).map(({ status: _status, metadata, ...rest }) => {
    const kept = Object.entries((metadata ?? {}) as Record<string, unknown>).filter(
      ([name]) => !(OWN_METADATA as readonly string[]).includes(name),
    );
    const { apiVersion, kind, ...others } = rest;
    const object = { apiVersion, kind, metadata: Object.fromEntries(kept), ...others };
    return kind === 'Pod' ? withoutPlace(object) : object;
  });
}

/** A pod that another cluster places itself. */
function withoutPlace(pod: Record<string, unknown>): Record<string, unknown> {
  const { nodeName: _, ...spec } = (pod['spec'] ?? {}) as Record<string, unknown>;
  return { ...pod, spec };
}
