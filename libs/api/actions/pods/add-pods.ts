import type { KubeObject } from '@orrery/api-types';
import { requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { badUserInput } from '../errors/input-error';
import { userErrors, type UserError } from '../errors/user-errors';
import { documentsOf, onlyDocument } from '../objects/documents';
import { writeOptionsOf } from '../objects/write-options';
import { checkedByStore } from '../access/access-rules';
import { clusterAction } from '../action';
import { count, input, json, labels, quantities, text, yaml, type InputOf } from '../input/inputs';
import { numberedName } from '../input/numbered-name';
import { many } from '../input/results';
import { WRITTEN } from '../objects/write-inputs';

const POD = requireKind('v1', 'Pod');
const MAX_PODS = 1000;
const DEFAULT_IMAGE = 'registry.k8s.io/pause:3.10';

const ADD_PODS = input(
  'Pods to create as copies of one: either of `object` or `yaml`, or of a pod with one container made from the fields below.',
  {
    required: {
      name: text('Name; for several pods `{index}` in it is replaced by the number, which is otherwise appended.'),
    },
    optional: {
      ...WRITTEN,
      count: count('Number of pods (1-1000, default 1).'),
      firstIndex: count('Number of the first pod (default 1).'),
      namespace: text('Namespace (default `default`).'),
      labels: labels('Labels, added to those of the template.'),
      object: json('The pod to copy.'),
      yaml: yaml('The pod to copy, in YAML.'),
      image: text('Image of the container (default: a pause image).'),
      requests: quantities('Requests of the container.'),
      limits: quantities('Limits of the container.'),
      nodeName: text('Node to run on; placed by the scheduler if absent.'),
      priorityClassName: text('Priority class.'),
      schedulerName: text('Scheduler that places the pods.'),
    },
  },
);
type AddPodsInput = InputOf<typeof ADD_PODS>;

export const addPodsAction = clusterAction({
  name: 'addPods',
  about: 'Creates one or several pods of the same template.',
  right: checkedByStore('create pods'),
  input: ADD_PODS,
  inputAbout: 'The template and the number of pods.',
  result: {
    name: 'AddPodsPayload',
    about: 'Result of adding pods.',
    fields: { pods: many('Pod', 'The new pods.') },
  },
  perform: ({ runtime }, given) => addPods(runtime, given),
});

/** Creates copies of a pod that differ by their name, in one write. */
async function addPods(
  runtime: ClusterRuntime,
  input: AddPodsInput,
): Promise<{ pods: KubeObject[]; errors: UserError[] }> {
  const count = input.count ?? 1;
  if (count < 1 || count > MAX_PODS) throw badUserInput(`count must be between 1 and ${MAX_PODS}`, ['count']);
  const template = templateOf(input);
  const namespace = input.namespace ?? 'default';
  const requests = Array.from({ length: count }, (_, i) => ({
    kind: POD,
    apiVersion: 'v1',
    namespace,
    input: { ...template, metadata: { ...template.metadata, namespace, name: numberedName(input, i) } },
  }));
  const outcomes = await runtime.store.createMany(requests, writeOptionsOf(input));
  const pods = outcomes.filter((outcome): outcome is KubeObject => !(outcome instanceof Error));
  return { pods, errors: outcomes.flatMap((outcome) => (outcome instanceof Error ? userErrors(outcome) : [])) };
}

interface Template {
  readonly metadata: object;
}

/** The pod that all are copies of, without its name. */
function templateOf(input: AddPodsInput): Template {
  const { labels, requests, limits, image, nodeName, priorityClassName, schedulerName } = input;
  const base = input.object == null && input.yaml == null ? undefined : documentOf(input);
  const metadata = {
    ...base?.metadata,
    ...(labels == null ? {} : { labels: { ...base?.metadata?.labels, ...labels } }),
  };
  const spec = {
    ...base?.spec,
    ...(nodeName == null ? {} : { nodeName }),
    ...(priorityClassName == null ? {} : { priorityClassName }),
    ...(schedulerName == null ? {} : { schedulerName }),
  };
  if (base) {
    if (image != null || requests != null || limits != null) {
      throw badUserInput('image, requests and limits are those of the containers in object or yaml');
    }
    return { ...base, apiVersion: 'v1', kind: 'Pod', metadata, spec } as Template;
  }
  const resources = { ...(requests == null ? {} : { requests }), ...(limits == null ? {} : { limits }) };
  const containers = [{ name: 'main', image: image ?? DEFAULT_IMAGE, resources }];
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { ...spec, containers } } as Template;
}

interface PodDocument {
  readonly kind?: unknown;
  readonly metadata?: { readonly labels?: object };
  readonly spec?: object;
}

function documentOf(input: AddPodsInput): PodDocument {
  const { body, place } = onlyDocument(documentsOf(input));
  const document = body as PodDocument | null;
  if (typeof document !== 'object' || document === null || (document.kind ?? 'Pod') !== 'Pod') {
    throw badUserInput('must be a Pod', [...place.path, 'kind']);
  }
  return document;
}
