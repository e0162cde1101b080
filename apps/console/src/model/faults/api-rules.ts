import { word } from '../actions/shell-word';
import { optionsOf, type FormValues } from '../forms/form';
import { FORM_SCHEMAS } from '../forms/form-schemas.generated';

/** Shown parts of a rule by which requests fail. */
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

/** Values of the form of a new rule. */
export type RuleForm = FormValues<(typeof FORM_SCHEMAS)['addApiFault']>;

/** Returns the command that adds the rule of a form. */
export function ruleCommand({ name = '', ...others }: RuleForm): string {
  return `orrery fault api add ${word(name.trim(), 'NAME')}${optionsOf(FORM_SCHEMAS.addApiFault, others)}`;
}

/** Returns a rule as a sentence. */
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
