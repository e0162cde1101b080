import type { ClusterRuntime } from '@orrery/control-plane';
import { clearFaults, injectFault } from '../faults/node-faults';
import { drainNode } from '../nodes/drain-node';
import { addTaint, cordon, removeTaint } from '../nodes/edit-node';
import { applyObjects, deleteObject, patchObject, type Written } from '../objects/write-objects';
import type { ScenarioAction } from './scenario';

/** Field manager of the objects that scenarios write. */
const FIELD_MANAGER = 'scenario';

/** Performs an action of a scenario and answers with a summary. Throws the error of the API. */
export async function perform(
  runtime: ClusterRuntime,
  action: Exclude<ScenarioAction, { type: 'expect' }>,
): Promise<string> {
  switch (action.type) {
    case 'fault':
      return `${action.kind}: ${named((await injectFault(runtime, action)).nodes)}`;
    case 'clearFaults':
      return named((await clearFaults(runtime, action)).nodes);
    case 'apply': {
      const written = [];
      for (const object of action.objects) {
        written.push(checked(await applyObjects(runtime, { object, fieldManager: FIELD_MANAGER, force: true })));
      }
      return named(written);
    }
    case 'delete':
      await deleteObject(runtime, action);
      return `${action.kind} ${action.name}`;
    case 'patch':
      return checked(await patchObject(runtime, { ...action, type: 'merge' }));
    case 'restart':
      await runtime.restartComponent(action.component);
      return action.component;
    case 'cordon':
    case 'uncordon':
      await cordon(runtime, { name: action.node }, action.type === 'cordon');
      return action.node;
    case 'drain': {
      const { pods, errors } = await drainNode(runtime, { name: action.node, force: true, ignoreDaemonSets: true });
      if (errors[0]) throw new Error(errors[0].message);
      return `${action.node}, ${pods.length} pods`;
    }
    case 'taint':
    case 'untaint': {
      const { node: name, key, value, effect } = action;
      const input = { name, key, value: value ?? null, effect: effect ?? null } as Parameters<typeof addTaint>[1];
      await (action.type === 'taint' ? addTaint(runtime, input) : removeTaint(runtime, input));
      return `${name} ${key}`;
    }
  }
}

function checked({ objects, errors }: Written): string {
  if (errors[0]) throw new Error(errors[0].message);
  return objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).join(', ');
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
