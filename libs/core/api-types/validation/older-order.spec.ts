import { invalidField, renderFieldError, requiredField, type FieldError } from '../errors/field-error';
import { kindByGvk, prepareForCreate } from '../index';
import { randomFor } from '@orrery/time';
import { inWordsOf } from './older-words';

const fieldsOf = (errors: readonly FieldError[]): string[] => inWordsOf('k8s-1.20', errors).map(({ field }) => field);

/** The refusal of a new object in a release. */
function refusal(apiVersion: string, kind: string, fields: object, release: 'modern' | 'k8s-1.20'): string {
  const info = kindByGvk(apiVersion, kind)!;
  const body = { apiVersion, kind, metadata: { name: 'x' }, ...fields };
  const place = info.namespaced ? { namespace: 'default' } : {};
  const context = { release, apiVersion, now: 0, uid: () => 'u', random: randomFor('x'), ...place };
  const verdict = prepareForCreate(info, body, context);
  return verdict.ok ? '' : verdict.error.message;
}

const container = (more: object): object => ({ spec: { containers: [{ name: 'c', image: 'i', ...more }] } });

describe('errors of 1.20', () => {
  test('come in the order of its rules', () => {
    const [ports, endpoints] = [requiredField('ports[0].protocol'), requiredField('endpoints[0].addresses')];
    expect(fieldsOf([ports, endpoints])).toEqual(['endpoints[0].addresses', 'ports[0].protocol']);
    expect(fieldsOf([requiredField('revision'), requiredField('data')])).toEqual(['data', 'revision']);
    expect(inWordsOf('modern', [ports, endpoints])).toEqual([ports, endpoints]);
  });

  test('name nothing as a quoted null', () => {
    const [said] = inWordsOf('k8s-1.20', [invalidField('spec.resourceAttributes', null, 'x')]);
    expect(renderFieldError(said!)).toBe('spec.resourceAttributes: Invalid value: "null": x');
  });

  test('are those of names of variables as shells have them', () => {
    const pod = container({ env: [{ name: '1a', value: '' }] });
    expect(refusal('v1', 'Pod', pod, 'modern')).toBe('');
    expect(refusal('v1', 'Pod', pod, 'k8s-1.20')).toContain(
      'spec.containers[0].env[0].name: Invalid value: "1a": a valid environment variable name must consist of alphabetic',
    );
  });

  test('name the port of the container, and the place of a finalizer', () => {
    const host = {
      spec: {
        ...(container({ ports: [{ containerPort: 80, hostPort: 81 }] }) as { spec: object }).spec,
        hostNetwork: true,
      },
    };
    expect(refusal('v1', 'Pod', host, 'k8s-1.20')).toContain(
      'ports[0].containerPort: Invalid value: 80: must match `hostPort`',
    );
    expect(refusal('v1', 'Pod', host, 'modern')).toContain(
      'ports[0].hostPort: Invalid value: 81: must match `containerPort`',
    );
    const held = { ...container({}), metadata: { name: 'x', finalizers: ['foo', 'a b/c'] } };
    expect(refusal('v1', 'Pod', held, 'k8s-1.20')).toMatch(
      /metadata\.finalizers: .*metadata\.finalizers\[0\]: Invalid value: "foo"/,
    );
  });

  test('are not about labels that later releases give', () => {
    const name = 'a'.repeat(64);
    const said = refusal('v1', 'Namespace', { metadata: { name } }, 'k8s-1.20');
    expect(said.match(/must be no more than 63 characters/g)).toHaveLength(1);
  });

  test('have the parser of JSON in a Secret, in both releases', () => {
    const secret = { type: 'kubernetes.io/dockercfg', data: { '.dockercfg': 'QQ==' } };
    for (const release of ['modern', 'k8s-1.20'] as const) {
      expect(refusal('v1', 'Secret', secret, release)).toContain(
        "invalid character 'A' looking for beginning of value",
      );
    }
  });
});
