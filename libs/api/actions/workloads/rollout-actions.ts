import { isScalable, servedForm } from '@orrery/api-types';
import { keyOf, type ClusterRuntime } from '@orrery/control-plane';
import { ofWorkload } from '../access/access-rules';
import { clusterAction } from '../action';
import { badUserInput } from '../errors/input-error';
import { count, input, text, type InputOf } from '../input/inputs';
import { many, one, type ResultSchema } from '../input/results';
import { workloadKind } from '../objects/kind-of';
import { WRITTEN } from '../objects/write-inputs';
import { writeOptionsOf } from '../objects/write-options';
import { restartRollout, undoRollout } from './rollout-changes';
import { ROLLOUT_RESTART, ROLLOUT_UNDO, WORKLOAD } from './rollout-inputs';

const SCALE = input('A workload and its desired number of replicas.', {
  required: {
    ...WORKLOAD,
    kind: text('`Deployment`, `ReplicaSet`, `StatefulSet` or `ReplicationController`.'),
    replicas: count('Desired number of replicas.'),
  },
  optional: WRITTEN,
});

const ROLLOUT: ResultSchema = {
  name: 'RolloutPayload',
  about: 'Result of a restarted or undone rollout.',
  fields: {
    object: one('Resource', 'The workload.'),
    warnings: many('String', 'Warnings, such as a rollback that was not necessary.'),
  },
};
const PATCH = { right: ofWorkload('patch', undefined, 'patch of its kind'), result: ROLLOUT };

export const ROLLOUT_ACTIONS = [
  clusterAction({
    name: 'scale',
    about: 'Sets the desired number of replicas of a workload.',
    right: ofWorkload('patch', 'scale', 'patch the scale of its kind'),
    input: SCALE,
    inputAbout: 'The workload and its replicas.',
    result: {
      name: 'ScalePayload',
      about: 'Result of a change of scale.',
      fields: { object: one('Resource', 'The workload.'), replicas: one('Int', 'Its desired number of replicas.') },
    },
    perform: ({ runtime }, given) => scale(runtime, given),
  }),
  clusterAction({
    ...PATCH,
    name: 'rolloutRestart',
    about: 'Replaces all pods of a workload by new ones of the same template.',
    input: ROLLOUT_RESTART,
    inputAbout: 'The workload.',
    perform: ({ runtime }, given) => restartRollout(runtime, given),
  }),
  clusterAction({
    ...PATCH,
    name: 'rolloutUndo',
    about: 'Returns a workload to the template of a former rollout.',
    input: ROLLOUT_UNDO,
    inputAbout: 'The workload and the rollout.',
    perform: ({ runtime }, given) => undoRollout(runtime, given),
  }),
];

async function scale(runtime: ClusterRuntime, given: InputOf<typeof SCALE>): Promise<object> {
  const { namespace, name, replicas, resourceVersion } = given;
  const kind = workloadKind(runtime.kinds, given.apiVersion, given.kind);
  if (!isScalable(kind)) throw badUserInput(`kind: ${kind.kind} objects have no scale subresource`, ['kind']);
  const metadata = resourceVersion == null ? {} : { metadata: { resourceVersion } };
  const body = { ...metadata, spec: { replicas } };
  const scaled = await runtime.store.scale({ kind, namespace, name, type: 'merge', body }, writeOptionsOf(given));
  const stored = runtime.cache.get(keyOf({ kind, namespace, name }));
  const object = stored && servedForm(kind, stored);
  return { object, replicas: (scaled.spec as { replicas?: number }).replicas ?? 0 };
}
