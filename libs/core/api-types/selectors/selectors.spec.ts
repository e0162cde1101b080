import fc from 'fast-check';
import { readTestdata } from '../testdata/read-testdata';
import {
  formatFieldRequirements,
  formatRequirements,
  kindByGvk,
  matchesFieldSelector,
  matchesLabelSelector,
  matchesNodeSelector,
  matchesNodeSelectorTerm,
  matchesRequirements,
  parseFieldSelector,
  parseLabelSelector,
  unsupportedFieldError,
  type KubeObject,
} from '../index';
import { referenceSelector } from './testing/reference-selector';

const POD_KIND = kindByGvk('v1', 'Pod')!;

interface LabelRow {
  input: string;
  ok: boolean;
  error?: string;
  canonical?: string;
  matches?: boolean[];
}
interface FieldRow {
  input: string;
  ok: boolean;
  error?: string;
  canonical?: string;
  requirements?: unknown[];
}
const recorded = readTestdata<{
  labelSelectorSets: Record<string, string>[];
  labelSelectors: LabelRow[];
  fieldSelectors: FieldRow[];
}>('selectors.json.gz');

describe('label selector text', () => {
  test.each(recorded.labelSelectors)('"$input"', (row) => {
    const verdict = parseLabelSelector(row.input);
    if (!verdict.ok) {
      expect(row.ok).toBe(false);
      expect(verdict.error).toBe(row.error);
      return;
    }
    expect(formatRequirements(verdict.requirements)).toBe(row.canonical);
    const matches = recorded.labelSelectorSets.map((labels) => matchesRequirements(verdict.requirements, labels));
    expect(matches).toEqual(row.matches);
  });

  test.each([
    ['a in ()', 'a in ()'],
    ['a notin ( )', 'a notin ()'],
    ['a in (,)', 'a in ()'],
    ['a in (x,)', 'a in (,x)'],
    ['a in (x,,y)', 'a in (,x,y)'],
    ['a in (,,,)', 'a in ()'],
    ['a=', 'a='],
  ])('%j holds an empty value', (text, canonical) => {
    const verdict = parseLabelSelector(text);
    if (!verdict.ok) throw new TypeError(verdict.error);
    expect(formatRequirements(verdict.requirements)).toBe(canonical);
    expect(matchesRequirements(verdict.requirements, { a: '' })).toBe(!text.includes('notin'));
  });

  test.each(['a in (,,)', 'a in (x,,)'])('%j lacks a value behind two commas', (text) => {
    const error = "unable to parse requirement: found ')', expected: ',', or identifier";
    expect(parseLabelSelector(text)).toEqual({ ok: false, error });
  });

  const token = fc.constantFrom('a', 'b', '1', 'in', 'notin', '=', '==', '!=', '>', '<', '!', ',', ',', '(', ')');
  test.each([
    ['any tokens', fc.array(token, { maxLength: 8 })],
    [
      'lists of values',
      fc
        .array(fc.constantFrom('b', ',', ',', 'in', '!', ')'), { maxLength: 6 })
        .map((list) => ['a', 'in', '(', ...list]),
    ],
  ])('%s are read as by a reference', (_what, lists) => {
    fc.assert(
      fc.property(lists, (tokens) => {
        const verdict = parseLabelSelector(tokens.join(' '));
        const said = verdict.ok
          ? { requirements: verdict.requirements.map((each) => formatRequirements([each])) }
          : { error: verdict.error };
        expect(said).toEqual(referenceSelector(tokens));
      }),
      { numRuns: 1500 },
    );
  });

  test('inherited properties are no labels', () => {
    const verdict = parseLabelSelector('constructor');
    expect(verdict.ok && matchesRequirements(verdict.requirements, { a: 'b' })).toBe(false);
  });
});

describe('label selector objects', () => {
  test.each([
    ['none matches nothing', null, { a: 'b' }, false],
    ['empty matches everything', {}, undefined, true],
    ['matchLabels', { matchLabels: { a: 'b' } }, { a: 'b', c: 'd' }, true],
    ['matchLabels differ', { matchLabels: { a: 'b' } }, { a: 'c' }, false],
    ['NotIn without the key', { matchExpressions: [{ key: 'x', operator: 'NotIn', values: ['a'] }] }, {}, true],
    ['DoesNotExist', { matchExpressions: [{ key: 'x', operator: 'DoesNotExist' }] }, { x: '' }, false],
    ['In without values is malformed', { matchExpressions: [{ key: 'x', operator: 'In' }] }, { x: 'a' }, false],
    [
      'both are needed',
      { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'c', operator: 'Exists' }] },
      { a: 'b' },
      false,
    ],
  ])('%s', (_name, selector, labels, want) => {
    expect(matchesLabelSelector(selector, labels)).toBe(want);
  });
});

describe('node selector terms', () => {
  const node = (labels: Record<string, string> = {}) => ({ metadata: { name: 'n1', labels } });
  const expression = (operator: string, ...values: string[]) => ({
    matchExpressions: [{ key: 'k', operator, values }],
  });

  test.each([
    ['In', expression('In', 'a', 'b'), { k: 'b' }, true],
    ['NotIn without the key', expression('NotIn', 'a'), {}, true],
    ['Gt reads 08', expression('Gt', '7'), { k: '08' }, true],
    ['Gt does not read 08x', expression('Gt', '7'), { k: '08x' }, false],
    ['Lt', expression('Lt', '7'), { k: '6' }, true],
    ['Gt with a negative operand', expression('Gt', '-5'), { k: '6' }, false],
    ['Gt with two operands', expression('Gt', '1', '2'), { k: '6' }, false],
    ['one bad value spoils In', expression('In', 'a', 'b b'), { k: 'a' }, false],
    ['empty term', {}, { k: 'a' }, false],
    ['field In', { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] }, {}, true],
    ['field NotIn', { matchFields: [{ key: 'metadata.name', operator: 'NotIn', values: ['n1'] }] }, {}, false],
    [
      'field with two values',
      { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1', 'n2'] }] },
      {},
      false,
    ],
    ['a key that is no name', { matchExpressions: [{ key: 'a b', operator: 'DoesNotExist' }] }, {}, false],
  ])('%s', (_name, term, labels, want) => {
    expect(matchesNodeSelectorTerm(term, node(labels))).toBe(want);
  });

  test('an unparsable term does not disturb the others', () => {
    const nodeSelectorTerms = [expression('Gt', 'x'), expression('In', 'a')];
    expect(matchesNodeSelector({ nodeSelectorTerms }, node({ k: 'a' }))).toBe(true);
    expect(matchesNodeSelector({ nodeSelectorTerms: [] }, node({ k: 'a' }))).toBe(false);
  });
});

describe('field selectors', () => {
  test.each(recorded.fieldSelectors)('"$input"', (row) => {
    const verdict = parseFieldSelector(row.input);
    if (!verdict.ok) {
      expect(verdict.error).toBe(row.error);
      return;
    }
    expect(row.ok).toBe(true);
    expect(verdict.requirements).toEqual(row.requirements);
    // The recording trims nothing, so the text of the canonical form is compared as it is.
    expect(formatFieldRequirements(verdict.requirements)).toBe(row.canonical);
  });

  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', namespace: 'x', uid: 'u', resourceVersion: '1', creationTimestamp: '' },
    spec: { nodeName: 'n1' },
    status: { phase: 'Running' },
  } satisfies KubeObject;

  test.each([
    ['spec.nodeName=n1', true],
    ['spec.nodeName!=n1', false],
    ['metadata.name=a,metadata.namespace=x', true],
    ['status.phase!=Failed,status.phase!=Succeeded', true],
    ['status.nominatedNodeName=', true],
    ['spec.hostNetwork=false', true],
  ])('%s on a pod', (text, want) => {
    const verdict = parseFieldSelector(text);
    expect(verdict.ok && matchesFieldSelector(POD_KIND, verdict.requirements, pod)).toBe(want);
  });

  test('fields that a kind does not offer', () => {
    const verdict = parseFieldSelector('spec.nodeName=a');
    const requirements = verdict.ok ? verdict.requirements : [];
    expect(unsupportedFieldError(kindByGvk('v1', 'ConfigMap')!, requirements)).toBe(
      '"spec.nodeName" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
    expect(unsupportedFieldError(POD_KIND, requirements)).toBeUndefined();
  });

  test('fields that came later are not offered by older releases', () => {
    const terms = (field: string) => [{ field, operator: '=' as const, value: 'x' }];
    const service = kindByGvk('v1', 'Service')!;
    expect(unsupportedFieldError(service, terms('spec.type'), 'modern')).toBeUndefined();
    expect(unsupportedFieldError(service, terms('spec.type'), 'k8s-1.20')).toBe(
      '"spec.type" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
    expect(unsupportedFieldError(POD_KIND, terms('spec.hostNetwork'), 'k8s-1.20')).toBe(
      'field label not supported: spec.hostNetwork',
    );
  });
});
