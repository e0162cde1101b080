import { deepEqual } from '../../equality';
import { forbiddenField, invalidField, type FieldError } from '../../errors/field-error';
import type { Container, KubeObject, Pod } from '../../objects';
import { qosClass } from '../../pods/qos-class';
import type { PartRules } from '../kind-info';
import { validateMetadataAndSpec } from './validation';

type Resources = NonNullable<Container['resources']>;
type List = 'containers' | 'initContainers';

const MIRROR = 'kubernetes.io/config.mirror';
const RESIZABLE = new Set(['cpu', 'memory']);
const LISTS = ['containers', 'initContainers'] as const satisfies readonly List[];

/** `pods/resize` (`podResizeStrategy` upstream, since 1.33): of the pod only the resources of containers change. */
export const RESIZE: PartRules = {
  restoreOthers: (next, old) => {
    const { spec: wanted, metadata } = next as Pod;
    const { managedFields } = metadata;
    const { spec } = old as Pod;
    for (const field of Object.keys(next)) if (!(field in old)) delete next[field];
    const lists = Object.fromEntries(
      LISTS.filter((list) => spec[list]).map((list) => [list, sized(spec, wanted, list)]),
    );
    Object.assign(next, old, {
      metadata: { ...old.metadata, ...(managedFields ? { managedFields } : {}) },
      spec: { ...spec, ...lists },
    } satisfies Partial<KubeObject>);
  },
  validate: (next, old) => [...validateMetadataAndSpec(next as Pod, []), ...validateResize(next as Pod, old as Pod)],
};

/** Returns the containers of a list with the requested resources; reordered or renamed containers remain visible as such. */
function sized(spec: Pod['spec'], wanted: Pod['spec'] | undefined, list: List): readonly Container[] {
  const [before, after] = [spec[list] ?? [], wanted?.[list] ?? []];
  const hasSameNames = before.length === after.length && before.every(({ name }, i) => after[i]!.name === name);
  if (!hasSameNames) return after;
  return before.map((container, i) => {
    const { resources, ...others } = container;
    const own = after[i]!.resources ?? resources;
    return (own ? { ...others, resources: own } : others) as Container;
  });
}

/** Returns the errors of a resize (`ValidatePodResize` upstream). */
function validateResize(next: Pod, old: Pod): FieldError[] {
  if (old.metadata.annotations?.[MIRROR] !== undefined) {
    return [forbiddenField('[]', 'static pods cannot be resized')];
  }
  const { os, resources } = old.spec as { readonly os?: { readonly name?: string }; readonly resources?: object };
  if (resources) return [forbiddenField('[]', 'pods with pod-level resources cannot be resized')];
  if (os?.name === 'windows') return [forbiddenField('[]', 'windows pods cannot be resized')];
  const errors: FieldError[] = [];
  const qos = (old.status as { readonly qosClass?: string } | undefined)?.qosClass ?? qosClass(old);
  if (qosClass(next) !== qos) {
    errors.push(invalidField('spec', qos, 'Pod QOS Class may not change as a result of resizing'));
  }
  for (const list of LISTS) {
    const [before, after] = [old.spec[list] ?? [], next.spec[list] ?? []];
    if (before.length !== after.length) {
      return [...errors, forbiddenField(`spec.${list}`, `${list} may not be added or removed on resize`)];
    }
    before.forEach((container, i) => {
      errors.push(...containerErrors(container, after[i]!, { path: `spec.${list}[${i}]`, list }));
    });
  }
  return errors;
}

function containerErrors(
  before: Container,
  after: Container,
  { path, list }: { readonly path: string; readonly list: List },
): FieldError[] {
  if (before.name !== after.name) {
    return [forbiddenField(`${path}.name`, `${list} may not be renamed or reordered on resize`)];
  }
  if (deepEqual(before.resources ?? {}, after.resources ?? {})) return [];
  const isSidecar = (before as { readonly restartPolicy?: string }).restartPolicy === 'Always';
  if (list === 'initContainers' && !isSidecar) {
    return [forbiddenField(`${path}.resources`, 'resources of non-sidecar init containers are immutable')];
  }
  return (['limits', 'requests'] as const).flatMap((kind) =>
    listErrors(before.resources?.[kind], after.resources?.[kind], { field: `${path}.resources.${kind}`, kind }),
  );
}

function listErrors(
  before: Resources['limits'],
  after: Resources['limits'],
  { field, kind }: { readonly field: string; readonly kind: 'limits' | 'requests' },
): FieldError[] {
  const errors: FieldError[] = [];
  const isRemoved = Object.keys(before ?? {}).some((name) => RESIZABLE.has(name) && after?.[name] === undefined);
  if (isRemoved) errors.push(forbiddenField(field, `resource ${kind} cannot be removed`));
  const others = new Set(
    [...Object.keys(before ?? {}), ...Object.keys(after ?? {})].filter((name) => !RESIZABLE.has(name)),
  );
  for (const name of others) {
    if (before?.[name] === after?.[name]) continue;
    errors.push(forbiddenField(`${field}.${name}`, 'only cpu and memory resources are mutable'));
  }
  return errors;
}
