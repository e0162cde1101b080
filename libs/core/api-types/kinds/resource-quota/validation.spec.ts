import type { KubeObject } from '../../objects';
import { renderFieldError } from '../../errors/field-error';
import { validateResourceQuota } from './validation';

const problems = (spec: object): string[] =>
  validateResourceQuota({ apiVersion: 'v1', kind: 'ResourceQuota', spec } as unknown as KubeObject).map(
    renderFieldError,
  );
const hard = (...names: string[]) => ({ hard: Object.fromEntries(names.map((name) => [name, '1'])) });
const COMPUTE = ['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'];

describe('scopes of a quota', () => {
  test.each<[string, string[], boolean]>([
    ['BestEffort', ['pods'], true],
    ['BestEffort', ['services'], false],
    ['BestEffort', ['cpu'], false],
    ['NotBestEffort', ['pods', ...COMPUTE], true],
    ['NotBestEffort', ['persistentvolumeclaims'], false],
    ['Terminating', ['pods', ...COMPUTE], true],
    ['Terminating', ['secrets'], false],
    ['NotTerminating', ['requests.ephemeral-storage'], false],
    ['NotTerminating', ['hugepages-2Mi'], false],
    ['PriorityClass', ['pods', 'limits.cpu'], true],
    ['PriorityClass', ['requests.storage'], false],
    ['CrossNamespacePodAffinity', ['pods', 'cpu'], true],
    ['CrossNamespacePodAffinity', ['configmaps'], false],
    // Only resources that every quota knows are evaluated.
    ['BestEffort', ['count/jobs.batch', 'requests.example.com/gpu'], true],
  ])('%s with %j: %j', (scope, names, isSound) => {
    const reason = 'unsupported scope applied to resource';
    expect(problems({ ...hard(...names), scopes: [scope] })).toEqual(
      isSound ? [] : [`spec.scopes: Invalid value: ["${scope}"]: ${reason}`],
    );
    const scopeSelector = { matchExpressions: [{ scopeName: scope, operator: 'Exists' }] };
    expect(problems({ ...hard(...names), scopeSelector })).toEqual(
      isSound
        ? []
        : [`spec.scopeSelector.matchExpressions: Invalid value: ${JSON.stringify(scopeSelector)}: ${reason}`],
    );
  });

  test.each<[string[], string[]]>([
    [['Odd'], ['unsupported scope']],
    [['BestEffort', 'NotBestEffort'], ['conflicting scopes']],
    [['Terminating', 'NotTerminating'], ['conflicting scopes']],
    [['BestEffort', 'Terminating'], []],
  ])('%j', (scopes, reasons) => {
    expect(problems({ ...hard('pods'), scopes })).toEqual(
      reasons.map((reason) => `spec.scopes: Invalid value: ${JSON.stringify(scopes)}: ${reason}`),
    );
  });
});
