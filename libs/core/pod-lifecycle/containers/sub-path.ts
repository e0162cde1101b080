import type { Container, Pod } from '@orrery/api-types';

interface VolumeMount {
  readonly subPath?: string;
  readonly subPathExpr?: string;
}

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly fieldRef?: { readonly fieldPath?: string } };
}

/**
 * Returns why a kubelet does not mount a part of a volume into a container (upstream's `makeMounts`); undefined if it can, or if
 * that depends on variables that only objects or a running pod have.
 */
export function subPathError(pod: Pod, container: Container): string | undefined {
  for (const { subPath, subPathExpr } of (container.volumeMounts ?? []) as readonly VolumeMount[]) {
    const error = subPathExpr ? expressionError(pod, container, subPathExpr) : pathError(subPath ?? '');
    if (error !== undefined) return error;
  }
  return undefined;
}

function expressionError(pod: Pod, container: Container, expression: string): string | undefined {
  const variables = variablesOf(pod, container);
  const missing = new Set<string>();
  let isKnown = true;
  const path = expand(expression, (name) => {
    const value = variables.get(name);
    if (value === undefined && (variables.has(name) || hasEnvFrom(container))) isKnown = false;
    else if (!value) missing.add(name);
    return value;
  });
  if (!isKnown) return undefined;
  if (missing.size > 0) return `missing value for ${[...missing].sort().join(', ')}`;
  return pathError(path);
}

function pathError(path: string): string | undefined {
  if (path.startsWith('/')) return `error SubPath \`${path}\` must not be an absolute path`;
  if (path.split('/').includes('..')) return `unable to provision SubPath \`${path}\`: must not contain '..'`;
  return undefined;
}

/** The variables by name; undefined for those whose value the pod alone does not say. */
function variablesOf({ metadata }: Pod, { env = [] }: Container & { readonly env?: readonly Variable[] }) {
  const known = new Map<string, string | undefined>();
  for (const { name, value, valueFrom } of env) {
    const path = valueFrom?.fieldRef?.fieldPath;
    if (!valueFrom)
      known.set(
        name,
        expand(value ?? '', (other) => known.get(other)),
      );
    else known.set(name, path === undefined ? undefined : metadataField(metadata, path));
  }
  return known;
}

/** The value of a field of the metadata; undefined for other fields. */
function metadataField(metadata: Pod['metadata'], path: string): string | undefined {
  const [, map, key] = /^metadata\.(annotations|labels)\['([^']*)'\]$/.exec(path) ?? [];
  if (map) return metadata[map as 'annotations' | 'labels']?.[key!] ?? '';
  switch (path) {
    case 'metadata.name':
      return metadata.name;
    case 'metadata.namespace':
      return metadata.namespace ?? '';
    case 'metadata.uid':
      return metadata.uid;
    default:
      return undefined;
  }
}

function hasEnvFrom(container: Container): boolean {
  return ((container as { readonly envFrom?: readonly object[] }).envFrom ?? []).length > 0;
}

/** Replaces `$(NAME)` of known variables; `$$(NAME)` is the text itself (upstream's `expansion`). */
function expand(text: string, valueOf: (name: string) => string | undefined): string {
  return text.replace(/\$(\$|\(([^()]*)\))/g, (whole, second: string, name: string | undefined) =>
    second === '$' ? '$' : (valueOf(name ?? '') ?? whole),
  );
}
