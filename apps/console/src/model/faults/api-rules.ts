import { word } from '../actions/commands';

/** A rule by which requests fail, as far as it is shown. */
export interface ApiRule {
  readonly name: string;
  readonly verbs: readonly string[] | null;
  readonly resources: readonly string[] | null;
  readonly namespaces: readonly string[] | null;
  readonly names: readonly string[] | null;
  readonly users: readonly string[] | null;
  readonly userAgents: readonly string[] | null;
  readonly code: number | null;
  readonly latency: string | null;
  readonly watchLifetime: string | null;
  readonly probability: number | null;
  readonly times: number | null;
  readonly hits: number;
}

/** Form of a new rule; empty fields are left out. */
export interface RuleForm {
  readonly name: string;
  readonly verbs: string;
  readonly resources: string;
  readonly clients: string;
  readonly effect: string;
  readonly value: string;
  readonly times: string;
}

/** Effects of a rule that the form offers. */
export const RULE_EFFECTS = {
  code: { name: 'answer with code', value: '500' },
  latency: { name: 'take longer by', value: '2s' },
  watchLifetime: { name: 'end watches after', value: '10s' },
} as const;

/** The input of `addApiFault` for a form. */
export function ruleInput({ name, verbs, resources, clients, effect, value, times }: RuleForm) {
  return {
    name: name.trim(),
    ...listed('verbs', verbs),
    ...listed('resources', resources),
    ...listed('userAgents', clients),
    ...(effect === 'code' ? { code: Number(value) } : { [effect]: value.trim() }),
    ...(times.trim() === '' ? {} : { times: Number(times) }),
  };
}

function listed(field: string, text: string): Readonly<Record<string, readonly string[]>> {
  const values = valuesOf(text);
  return values.length === 0 ? {} : { [field]: values };
}

function valuesOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** The command that adds the same rule. */
export function ruleCommand(form: RuleForm): string {
  const { name, verbs, resources, clients, effect, value, times } = form;
  const option = (name: string, text: string): string =>
    text.trim() === '' ? '' : ` --${name} ${word(valuesOf(text).join(','))}`;
  const what = effect === 'watchLifetime' ? 'watch-lifetime' : effect;
  return (
    `orrery fault api add ${word(name.trim(), 'NAME')}${option('verbs', verbs)}${option('resources', resources)}` +
    `${option('user-agents', clients)} --${what} ${word(value.trim(), 'VALUE')}${times.trim() === '' ? '' : ` --times ${word(times.trim())}`}`
  );
}

/** A rule in a sentence. */
export function ruleWords(rule: ApiRule): string {
  const { verbs, resources, namespaces, names, users, userAgents, code, latency, watchLifetime, probability } = rule;
  const what = [verbs?.join(', ') ?? 'any verb', 'of', resources?.join(', ') ?? 'any resource'];
  if (names) what.push(`named ${names.join(', ')}`);
  if (namespaces) what.push(`in ${namespaces.join(', ')}`);
  const by = [...(users ?? []), ...(userAgents ?? [])];
  if (by.length > 0) what.push(`by ${by.join(', ')}`);
  const effects = [
    ...(code === null ? [] : [`answers ${code}`]),
    ...(latency === null ? [] : [`takes ${latency} longer`]),
    ...(watchLifetime === null ? [] : [`ends watches after ${watchLifetime}`]),
  ];
  const chance = probability === null || probability === 1 ? '' : `, with a chance of ${probability}`;
  return `${what.join(' ')}: ${effects.join(', ')}${chance}`;
}
