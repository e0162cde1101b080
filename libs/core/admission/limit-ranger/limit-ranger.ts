import { forbidden, type ApiError, type Container, type KubeObject, type PodSpec } from '@orrery/api-types';
import { isPodWrite, isResize, type AdmissionRequest, type PluginHalves } from '../admission';
import type { LimitRange, LimitRangeItem, ResourceList } from './limit-range';
import { claimErrors, containerErrors, podErrors } from './limit-verdicts';

/** Annotation with the defaults that were filled in. */
const LIMIT_RANGER = 'kubernetes.io/limit-ranger';

/**
 * Gives containers of new and resized pods the limits and requests that their namespace has as defaults, and refuses pods and claims
 * outside its bounds, with every reason at once (spec scheduler 7.8; spec api B10).
 */
export const limitRanger: PluginHalves = {
  admit: (request) => {
    const { object } = request;
    if (!object.spec) return object;
    if (isNewPod(request)) return rangesFor(request).reduce(fillPod, object);
    return isResize(request) ? rangesFor(request).reduce(fillResized, object) : object;
  },
  check: (request) => {
    const { object, operation, kind, subresource } = request;
    const isClaim = kind.kind === 'PersistentVolumeClaim' && subresource === undefined && operation !== 'DELETE';
    if ((!isClaim && !isNewPod(request) && !isResize(request)) || !object.spec) return undefined;
    const items = rangesFor(request).flatMap(({ spec }) => spec?.limits ?? []);
    const errors = items.flatMap((item) => itemErrors(item, object));
    return errors.length > 0 ? refusal(kind, object, errors) : undefined;
  },
};

function isNewPod(request: AdmissionRequest): boolean {
  return request.operation === 'CREATE' && isPodWrite(request);
}

function rangesFor({ object, lookup }: AdmissionRequest): readonly LimitRange[] {
  return [...lookup.limitRanges(object.metadata.namespace ?? '')] as LimitRange[];
}

function refusal(kind: Parameters<typeof forbidden>[0], object: KubeObject, errors: readonly string[]): ApiError {
  const text = errors.length === 1 ? errors[0]! : `[${errors.join(', ')}]`;
  return forbidden(kind, object.metadata.name, text);
}

function itemErrors(item: LimitRangeItem, object: KubeObject): string[] {
  if (object.kind === 'PersistentVolumeClaim') {
    return item.type === 'PersistentVolumeClaim' ? claimErrors(item, object) : [];
  }
  const spec = object.spec as PodSpec;
  if (item.type === 'Pod') return podErrors(item, spec);
  if (item.type !== 'Container') return [];
  return [...(spec.containers ?? []), ...(spec.initContainers ?? [])].flatMap((container) =>
    containerErrors(item, container),
  );
}

/** Fills in what a container leaves open, from the Container defaults of one LimitRange. */
function fillPod(pod: KubeObject, range: LimitRange): KubeObject {
  const item = (range.spec?.limits ?? []).filter(({ type }) => type === 'Container');
  const limits: ResourceList = Object.assign({}, ...item.map((each) => each.default ?? {}));
  const requests: ResourceList = Object.assign({}, ...item.map((each) => each.defaultRequest ?? {}));
  const notes: string[] = [];
  const fill =
    (word: string) =>
    (container: Container): Container => {
      const setLimits = missing(container.resources?.limits, limits);
      const setRequests = missing(container.resources?.requests, requests);
      if (setRequests.length > 0) notes.push(`${setRequests.join(', ')} request for ${word} ${container.name}`);
      if (setLimits.length > 0) notes.push(`${setLimits.join(', ')} limit for ${word} ${container.name}`);
      if (setLimits.length + setRequests.length === 0) return container;
      return {
        ...container,
        resources: {
          ...container.resources,
          limits: { ...limits, ...container.resources?.limits },
          requests: { ...requests, ...container.resources?.requests },
        },
      };
    };
  const spec = pod.spec as PodSpec;
  const filled: PodSpec = {
    ...spec,
    ...(spec.containers ? { containers: spec.containers.map(fill('container')) } : {}),
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(fill('init container')) } : {}),
  };
  if (notes.length === 0) return pod;
  const annotations = {
    ...pod.metadata.annotations,
    [LIMIT_RANGER]: `LimitRanger plugin set: ${notes.join('; ')}`,
  };
  return { ...pod, metadata: { ...pod.metadata, annotations }, spec: filled };
}

/** Fills in a resized pod, except for metadata and init containers, which stay unchanged. */
function fillResized(pod: KubeObject, range: LimitRange): KubeObject {
  const filled = fillPod(pod, range);
  if (filled === pod) return pod;
  const [spec, before] = [filled.spec as PodSpec, pod.spec as PodSpec];
  const initContainers = before.initContainers?.map((each, i) =>
    each.restartPolicy === 'Always' ? spec.initContainers![i]! : each,
  );
  return { ...pod, spec: { ...spec, ...(initContainers ? { initContainers } : {}) } };
}

function missing(has: Readonly<Record<string, unknown>> | undefined, defaults: ResourceList): string[] {
  return Object.keys(defaults)
    .filter((name) => !Object.hasOwn(has ?? {}, name))
    .sort();
}
