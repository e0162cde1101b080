import { API_FAULT, type ApiFault } from '@orrery/access';
import { apiFaultsOf } from '@orrery/access-control';
import { changedSettings, type ClusterRuntime } from '@orrery/control-plane';
import { documentUserError } from '../errors/document-errors';
import type { UserError } from '../errors/user-errors';
import { clusterRight } from '../access/access-rules';
import { clusterAction } from '../action';
import { asWritten, input, text, type InputOf } from '../input/inputs';
import { many } from '../input/results';

const ADD_API_FAULT = input('A rule by which requests of the Kubernetes API fail, take longer or lose their watches.', {
  required: { name: text('Name of the rule; a rule of this name is replaced.') },
  optional: asWritten(API_FAULT.fields),
});
type AddApiFaultInput = InputOf<typeof ADD_API_FAULT>;

const CHANGE = {
  right: clusterRight('update'),
  result: {
    name: 'ApiFaultPayload',
    about: 'Result of a change of the rules.',
    fields: { apiFaults: many('ApiFault', 'The rules, by name.') },
  },
};

export const API_FAULT_ACTIONS = [
  clusterAction({
    ...CHANGE,
    name: 'addApiFault',
    about: 'Adds a rule for requests of the Kubernetes API, or replaces the one of its name.',
    input: ADD_API_FAULT,
    inputAbout: 'The rule.',
    perform: ({ runtime }, given) => addApiFault(runtime, given),
  }),
  clusterAction({
    ...CHANGE,
    name: 'removeApiFault',
    about: 'Removes a rule, or all rules.',
    input: input('A rule to remove.', { optional: { name: text('Name of the rule (default: all rules).') } }),
    inputAbout: 'Which rule.',
    perform: ({ runtime }, { name }) => removeApiFault(runtime, name ?? undefined),
  }),
];

interface Rules {
  readonly apiFaults: readonly unknown[];
  readonly errors?: readonly UserError[];
}

/** The rules of a cluster in the shape of their GraphQL type, by name. */
export function listApiFaults(runtime: ClusterRuntime): unknown[] {
  const given = (runtime.settings['apiFaults'] ?? {}) as Readonly<Record<string, ApiFault>>;
  const { counts } = apiFaultsOf(runtime);
  return Object.entries(given)
    .map(([name, rule]) => ({ ...rule, name, hits: counts.get(name)?.struck ?? 0 }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Adds a rule, or puts it in the place of one of its name. Errors become data of the payload. */
function addApiFault(runtime: ClusterRuntime, { name, ...given }: AddApiFaultInput): Promise<Rules> {
  const rule = Object.fromEntries(Object.entries(given).filter(([, value]) => value != null));
  // Rules stand in the settings, which reach every server, its forks, snapshots and recordings. A name that is gone first
  // leaves nothing of the former rule.
  return changeRules(runtime, { [name]: rule }, [name]);
}

/** Removes a rule, or all of them. */
function removeApiFault(runtime: ClusterRuntime, name: string | undefined): Promise<Rules> {
  return changeRules(runtime, {}, name === undefined ? undefined : [name]);
}

async function changeRules(
  runtime: ClusterRuntime,
  added: Readonly<Record<string, unknown>>,
  removed: readonly string[] | undefined,
): Promise<Rules> {
  let errors: UserError[] = [];
  await runtime.changeSettings((settings) => {
    const { apiFaults = {}, ...others } = settings;
    const kept = Object.entries(removed === undefined ? {} : (apiFaults as object)).filter(
      ([name]) => !removed?.includes(name),
    );
    const rules = { ...Object.fromEntries(kept), ...added };
    const { plugins, clock } = runtime;
    const verdict = changedSettings(others, Object.keys(rules).length === 0 ? {} : { apiFaults: rules }, {
      plugins,
      nowMs: clock.now(),
    });
    errors = (verdict.errors ?? []).map(({ field, reason }) =>
      documentUserError({ field: field.replace(/^apiFaults(\.[^.[]+|\[[^\]]*\])\.?/, ''), reason }, []),
    );
    return verdict.ok ?? settings;
  });
  return { apiFaults: listApiFaults(runtime), errors };
}
