import { structNamed, structNames } from '@orrery/api-types';
import { describeStruct } from './descriptions';

/** Fields without a description in the OpenAPI document of the release. */
const WITHOUT_TEXT = ['V1CertificateSigningRequest.metadata', 'V1IngressRule.http'];
/** Fields of JSON Schema, most of which have no description, because JSON Schema has a specification of its own. */
const OF_JSON_SCHEMA = /^(?:V1JSONSchemaProps|V1ExternalDocumentation)\./;

describe('descriptions of the API', () => {
  test('every struct has a text and a package', () => {
    const missing = structNames().filter((name) => !describeStruct(name)?.text || !describeStruct(name)?.home);
    expect(missing).toEqual([]);
    expect(structNames().length).toBeGreaterThan(350);
  });

  test('every field has a text, but for kind and version, which have one text for all kinds', () => {
    const missing = structNames().flatMap((name) =>
      [...structNamed(name)!.fields.keys()]
        .filter((field) => field !== 'apiVersion' && field !== 'kind' && !describeStruct(name)?.fields.get(field)?.text)
        .map((field) => `${name}.${field}`)
        .filter((field) => !OF_JSON_SCHEMA.test(field)),
    );
    expect(missing).toEqual(WITHOUT_TEXT);
  });

  test.each([
    ['V1Deployment', 'apps.v1', 'Deployment enables declarative updates'],
    ['V1Role', 'rbac.v1', 'Role is a namespaced'],
    ['V2HorizontalPodAutoscaler', 'autoscaling.v2', 'HorizontalPodAutoscaler is the configuration'],
    ['V1PodBehavior', 'sim.v1', 'PodBehavior says how'],
  ])('%s is of %s', (name, home, text) => {
    expect(describeStruct(name)).toMatchObject({ home, text: expect.stringContaining(text) as string });
  });

  test('texts have the signs that end or fill a template of JavaScript', () => {
    const level = describeStruct('V1LimitedPriorityLevelConfiguration')!;
    expect(level.fields.get('nominalConcurrencyShares')!.text).toMatch(/^`nominalConcurrencyShares` \(NCS\)/);
    const texts = structNames().flatMap((name) => [...describeStruct(name)!.fields.values()].map(({ text }) => text));
    expect(texts.some((text) => text.includes('$(VAR_NAME)'))).toBe(true);
    expect(texts.filter((text) => /\\[`$]/.test(text))).toEqual([]);
  });

  test('no field has the text of the type of its value', () => {
    const taken = structNames().flatMap((name) =>
      [...describeStruct(name)!.fields.values()].filter(({ text }) =>
        /^(IntOrString|MicroTime|Quantity) is /.test(text),
      ),
    );
    expect(taken).toEqual([]);
  });

  test('says which fields are required', () => {
    const required = (name: string) =>
      [...describeStruct(name)!.fields].filter(([, { isRequired }]) => isRequired).map(([field]) => field);
    expect(required('V1DeploymentSpec')).toEqual(['selector', 'template']);
    expect(required('V1CronJobSpec')).toEqual(['jobTemplate', 'schedule']);
    expect(required('RbacV1Subject')).toEqual(['kind', 'name']);
  });
});
