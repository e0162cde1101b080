import { useEffect, useState } from 'react';
import { AskError } from '../../../graphql/client';
import { useAnswer, useClient } from '../../../graphql/client-context';
import { AddApiFaultMutation, ApiFaultsQuery, RemoveApiFaultMutation } from '../../../graphql/operations.generated';
import { commands } from '../../../model/actions/commands';
import { RULE_EFFECTS, ruleCommand, ruleInput, ruleWords, type RuleForm } from '../../../model/faults/api-rules';
import { plural } from '../../../model/words';
import { Command } from '../actions/commands';

const NO_VARIABLES = {};
/** Hits grow without a change that could be followed. */
const REFRESH_MS = 3_000;
const EMPTY: RuleForm = { name: '', verbs: '', resources: '', clients: '', effect: 'code', value: '500', times: '' };

/** The rules by which requests of the Kubernetes API fail: what is there, and another one. */
export function ApiRules() {
  const client = useClient();
  const { data, reload } = useAnswer(ApiFaultsQuery, NO_VARIABLES);
  const [form, setForm] = useState(EMPTY);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const timer = setInterval(reload, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const after = (asked: Promise<readonly { readonly message: string }[]>): void => {
    asked
      .then(
        (errors) => setProblem(errors[0]?.message ?? ''),
        (error: unknown) => {
          if (!(error instanceof AskError)) throw error;
          setProblem(error.message);
        },
      )
      .finally(reload);
  };
  const add = (): void =>
    after(client.ask(AddApiFaultMutation, { input: ruleInput(form) }).then(({ addApiFault }) => addApiFault.errors));
  const remove = (name: string): void =>
    after(client.ask(RemoveApiFaultMutation, { input: { name } }).then(({ removeApiFault }) => removeApiFault.errors));
  const field = (name: keyof RuleForm, label: string, placeholder: string, size: number) => (
    <label>
      {label}
      <input
        size={size}
        placeholder={placeholder}
        value={form[name]}
        onChange={({ target }) => setForm({ ...form, [name]: target.value })}
      />
    </label>
  );
  return (
    <div className="api-rules">
      <ul>
        {data?.apiFaults.map((rule) => (
          <li key={rule.name}>
            <span className="pill bad">⚡ {rule.name}</span> <span className="small">{ruleWords(rule)}</span>{' '}
            <span className="quiet small">
              {rule.times === null ? plural(rule.hits, 'hit') : `${rule.hits} of ${plural(rule.times, 'hit')}`}
            </span>{' '}
            <button className="plain small" aria-label={`Remove rule ${rule.name}`} onClick={() => remove(rule.name)}>
              ✕
            </button>
            <Command command={commands.removeRule(rule.name)} />
          </li>
        ))}
      </ul>
      <form
        className="fault-bar-foot"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        {field('name', 'Rule', 'busy', 8)}
        {field('verbs', 'verbs', 'all', 12)}
        {field('resources', 'resources', 'all', 14)}
        {field('clients', 'clients', 'all; kubectl*', 12)}
        <select
          aria-label="What it does"
          value={form.effect}
          onChange={({ target: { value: effect } }) =>
            setForm({ ...form, effect, value: RULE_EFFECTS[effect as keyof typeof RULE_EFFECTS].value })
          }
        >
          {Object.entries(RULE_EFFECTS).map(([effect, { name }]) => (
            <option key={effect} value={effect}>
              {name}
            </option>
          ))}
        </select>
        <input
          aria-label="How much"
          size={5}
          value={form.value}
          onChange={({ target }) => setForm({ ...form, value: target.value })}
        />
        {field('times', 'times', 'any', 4)}
        <button disabled={form.name.trim() === ''}>Add rule</button>
        <span role="alert" className="error-text small">
          {problem}
        </span>
      </form>
      {form.name.trim() !== '' && <Command command={ruleCommand(form)} />}
    </div>
  );
}
