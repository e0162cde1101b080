import { input, int64, text, textOr, type InputOf } from '../input/inputs';
import { WRITTEN } from '../objects/write-inputs';

/** The workload of an action. */
export const WORKLOAD = {
  apiVersion: textOr('apps/v1', 'API version of the workload.'),
  namespace: textOr('default', 'Namespace of the workload.'),
  name: text('Name of the workload.'),
};
const ROLLED_OUT = { ...WORKLOAD, kind: text('`Deployment`, `StatefulSet` or `DaemonSet`.') };

export const ROLLOUT_RESTART = input('The workload whose pods are replaced.', {
  required: ROLLED_OUT,
  optional: WRITTEN,
});
export const ROLLOUT_UNDO = input('A Deployment, StatefulSet or DaemonSet and the rollout to return to.', {
  required: ROLLED_OUT,
  optional: { ...WRITTEN, toRevision: int64('Revision of the rollout (default: the previous one).') },
});

export type RolloutInput = InputOf<typeof ROLLOUT_RESTART>;
export type RolloutUndoInput = InputOf<typeof ROLLOUT_UNDO>;
