import { useEffect } from 'react';
import { useForm } from '../../../forms/use-form';
import { useAnswer, useClient } from '../../../graphql/client-context';
import {
  AddApiFaultMutation,
  ApiFaultsQuery,
  RemoveApiFaultMutation,
  type AddApiFaultInput,
} from '../../../graphql/operations.generated';
import { useRequest } from '../../../graphql/use-request';
import { commands } from '../../../model/actions/commands';
import { ruleCommand, ruleWords } from '../../../model/faults/api-rules';
import { inputOf } from '../../../model/forms/form';
import { FORM_SCHEMAS } from '../../../model/forms/form-schemas.generated';
import { plural } from '../../../model/words';
import { Command } from '../../../shell/commands';
import { ActButton } from '../../../shell/act-button';

const NO_VARIABLES = {};
/** Hits grow without a change that could be followed. */
const REFRESH_MS = 3_000;
const SCHEMA = FORM_SCHEMAS.addApiFault;
/** In the order of the options of the command. */
const INITIAL = {
  name: '',
  verbs: '',
  resources: '',
  userAgents: '',
  code: '500',
  latency: '',
  watchLifetime: '',
  times: '',
};

/** The rules by which requests of the Kubernetes API fail, and a form that adds one. */
export function ApiRules() {
  const client = useClient();
  const { data, reload } = useAnswer(ApiFaultsQuery, NO_VARIABLES);
  const { values, field } = useForm(SCHEMA, INITIAL);
  const { problem, mutate } = useRequest();
  useEffect(() => {
    const timer = setInterval(reload, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const add = async () => {
    // The form has each value of the input in its type.
    const input = inputOf(SCHEMA, values) as AddApiFaultInput;
    return (await client.ask(AddApiFaultMutation, { input })).addApiFault;
  };
  const remove = async (name: string) => (await client.ask(RemoveApiFaultMutation, { input: { name } })).removeApiFault;
  const isNamed = values.name.trim() !== '';
  return (
    <div className="api-rules">
      <ul>
        {data?.apiFaults.map((rule) => (
          <li key={rule.name}>
            <span className="pill bad">⚡ {rule.name}</span> <span className="small">{ruleWords(rule)}</span>{' '}
            <span className="quiet small">
              {rule.times === null ? plural(rule.hits, 'hit') : `${rule.hits} of ${plural(rule.times, 'hit')}`}
            </span>{' '}
            <ActButton
              className="plain small"
              aria-label={`Remove rule ${rule.name}`}
              onClick={() => void mutate(() => remove(rule.name)).finally(reload)}
            >
              ✕
            </ActButton>
            <Command command={commands.removeRule(rule.name)} />
          </li>
        ))}
      </ul>
      <form
        className="fault-bar-foot"
        onSubmit={(event) => {
          event.preventDefault();
          void mutate(add).finally(reload);
        }}
      >
        {field('name', { label: 'Rule', placeholder: 'busy', size: 8 })}
        {field('verbs', { placeholder: 'all', size: 10 })}
        {field('resources', { placeholder: 'all', size: 12 })}
        {field('userAgents', { label: 'Clients', placeholder: 'all; kubectl*', size: 10 })}
        {field('code', { label: 'Answer code' })}
        {field('latency', { placeholder: '2s', size: 4 })}
        {field('watchLifetime', { placeholder: '10s', size: 4 })}
        {field('times', { placeholder: 'any' })}
        <ActButton disabled={!isNamed}>Add rule</ActButton>
        <span role="alert" className="error-text small">
          {problem}
        </span>
      </form>
      {isNamed && <Command command={ruleCommand(values)} />}
    </div>
  );
}
