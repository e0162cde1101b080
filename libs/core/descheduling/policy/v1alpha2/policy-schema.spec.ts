import { loadDeschedulerPolicy } from '../load-policy';
import { deschedulerPolicySchema } from './policy-schema';

interface Part {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly items?: Part;
  readonly enum?: readonly string[];
}

/** A value of everything that a schema knows, as small as it can be. */
function everything({ type, properties, items, enum: values }: Part): unknown {
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, part]) => [name, everything(part)]));
  if (type === 'array') return items ? [everything(items)] : [];
  if (type === 'boolean') return false;
  return type === 'string' ? (values?.[1] ?? 'http://x') : 1;
}

test('the reader knows every field of the schema', () => {
  const whole = everything(deschedulerPolicySchema() as Part) as Record<string, unknown>;
  const [profile] = whole['profiles'] as Record<string, unknown>[];
  const lists = profile!['plugins'] as Record<string, unknown>;
  const document = {
    ...whole,
    apiVersion: 'descheduler/v1alpha2',
    kind: 'DeschedulerPolicy',
    nodeSelector: 'a=b',
    profiles: [{ ...profile, pluginConfig: [], plugins: Object.fromEntries(Object.keys(lists).map((k) => [k, {}])) }],
  };
  expect(loadDeschedulerPolicy(document)).toMatchObject({ ok: true, policy: { warnings: [] } });
});
