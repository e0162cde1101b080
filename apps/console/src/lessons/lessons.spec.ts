import { checksOf, isPart } from './conditions';
import { readLesson } from './read-lesson';
import { requestsOf } from './requests';

const GOOD = `title: Labels
summary: A node has labels.
text: >
  One paragraph, on
  two lines.

  Another one.
cluster: { nodes: 1, zones: 1 }
steps:
  - title: Label it
    text: Label the node.
    commands: [kubectl label node node-1 a=b]
    action:
      - setLabels: { kind: Node, name: node-1, labels: { a: b } }
      - advance: 5s
    done:
      - objects: { kind: Node, name: node-1 }
question:
  text: Which one?
  choices:
    - right: This one.
    - wrong: That one.
  trial: []
  outcome:
    - objects: { kind: Node, count: 1 }
  because: It is.
`;

describe('reading a lesson', () => {
  it('takes the id from the name of the file, and paragraphs from a folded text', () => {
    const { id, text, setup } = readLesson('13-labels.yaml', GOOD);
    expect({ id, text, setup }).toEqual({
      id: 'labels',
      text: ['One paragraph, on two lines.', 'Another one.'],
      setup: [],
    });
  });

  it.each<[what: string, replaced: string, by: string, error: string]>([
    ['no title', 'title: Labels\n', '', '13-labels.yaml:1: title: is missing; it must be a text'],
    ['an empty text', 'title: Label it', 'title: ""', '13-labels.yaml:10: steps.0.title: must not be empty'],
    ['half a node', 'nodes: 1,', 'nodes: 1.5,', '13-labels.yaml:8: cluster.nodes: must be a whole number'],
    ['no zone', 'zones: 1 }', 'zones: 0 }', '13-labels.yaml:8: cluster.zones: must be at least 1'],
    [
      'an unknown field',
      'because: It',
      'why: It',
      '13-labels.yaml:18: question.because: is missing; it must be a text\n13-labels.yaml:18: question: unknown field why; the question may have text, choices, trial, outcome, because',
    ],
    [
      'an unknown condition',
      'objects: { kind: Node, name',
      'object: { kind: Node, name',
      '13-labels.yaml:17: steps.0.done.0: unknown field object; a condition may have objects, placement, zones, answer, taint',
    ],
    [
      'two conditions in one',
      'objects: { kind: Node, count: 1 }',
      'objects: { kind: Node }\n      taint: { node: a, key: b, forSeconds: 1 }',
      '13-labels.yaml:25: question.outcome.0: a condition must have exactly one of objects, placement, zones, answer, taint',
    ],
    [
      'a condition without kind',
      'kind: Node, count',
      'count',
      '13-labels.yaml:25: question.outcome.0.objects.kind: is missing; it must be a text',
    ],
    [
      'no condition',
      '[]\n  outcome:\n    - objects: { kind: Node, count: 1 }',
      '[]\n  outcome: []',
      '13-labels.yaml:24: question.outcome: must have at least one condition',
    ],
    [
      'a duration as a number',
      'advance: 5s',
      'advance: 5',
      '13-labels.yaml:15: steps.0.action.1.advance: must be a duration such as 30s',
    ],
    [
      'a mutation without input',
      'advance: 5s',
      'drainNode: node-1',
      '13-labels.yaml:15: steps.0.action.1.drainNode: must be the input of the mutation',
    ],
    [
      'an object that is a text',
      'advance: 5s',
      'apply: [pod]',
      '13-labels.yaml:15: steps.0.action.1.apply: must be an object or a list of objects',
    ],
    [
      'two actions in one',
      '- advance: 5s',
      '  advance: 5s',
      '13-labels.yaml:14: steps.0.action.0: an action must have exactly one field: advance, apply, or the name of a mutation',
    ],
    [
      'two right choices',
      'wrong: That',
      'right: That',
      '13-labels.yaml:20: question.choices: must have one right choice and at least one wrong',
    ],
    [
      'what is no YAML',
      'title: Labels',
      'title: [',
      '13-labels.yaml:2: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    [
      'two documents',
      'because: It is.\n',
      'because: It is.\n---\na: b\n',
      '13-labels.yaml: must be one document of YAML',
    ],
  ])('refuses %s, and says where and what would be right', (_what, replaced, by, error) => {
    expect(GOOD).toContain(replaced);
    let message = '';
    try {
      readLesson('13-labels.yaml', GOOD.replace(replaced, by));
    } catch (thrown) {
      ({ message } = thrown as Error);
    }
    expect(message).toBe(error);
  });

  it('refuses a name of which no id follows', () => {
    expect(() => readLesson('Labels.yml', GOOD)).toThrow(
      'Labels.yml: the name must be two digits, "-", an id and ".yaml": 13-quotas.yaml',
    );
  });
});

test('actions are mutations with the input that the lesson gives', () => {
  const [advance, apply, label] = requestsOf([
    { advance: '5s' },
    { apply: { kind: 'Pod' } },
    { setLabels: { name: 'node-1' } },
  ]);
  expect(advance!.variables).toEqual({ input: { by: '5s' } });
  expect(apply!.variables).toEqual({ input: { objects: [{ kind: 'Pod' }], fieldManager: 'console' } });
  expect(label).toEqual({
    query: 'mutation ($input: SetLabelsInput!) { setLabels(input: $input) { errors { message } } }',
    variables: { input: { name: 'node-1' } },
  });
});

describe('conditions', () => {
  const holds = (condition: Parameters<typeof checksOf>[0][number], answer: unknown): boolean =>
    checksOf([condition]).every((check) => check.holds(answer as never));
  const on = (nodeName: string | null) => ({ spec: { nodeName } });

  it('about objects are asked of the server, all at once', () => {
    const [check, ...others] = checksOf([{ objects: { kind: 'Pod' } }, { objects: { kind: 'Node', count: 2 } }]);
    expect(others).toEqual([]);
    expect(check!.variables).toEqual({ conditions: [{ kind: 'Pod' }, { kind: 'Node', count: 2 }] });
    expect([true, false].map((conditionsMet) => check!.holds({ conditionsMet } as never))).toEqual([true, false]);
  });

  it.each<[answer: object, isMet: boolean]>([
    [{ p0: on('a'), p1: on('b') }, true],
    [{ p0: on('a'), p1: on('a') }, false],
    [{ p0: on('a'), p1: on(null) }, false],
    [{ p0: on('a'), p1: null }, false],
  ])('a placement on two nodes, of %j: %s', (answer, isMet) => {
    expect(holds({ placement: { pods: ['x', 'y'], nodes: 2 } }, answer)).toBe(isMet);
  });

  it.each<[pods: readonly (readonly [node: string | null, isDeleted: boolean])[], isMet: boolean]>([
    [[['n1', false]], true],
    [
      [
        ['n1', false],
        ['n1', true],
        [null, false],
      ],
      true,
    ],
    [
      [
        ['n1', false],
        ['n2', false],
      ],
      false,
    ],
    [[], false],
  ])('one pod in zone a and none in b, of %j: %s', (pods, isMet) => {
    const labelsOf = (zone: string) => ({ 'topology.kubernetes.io/zone': zone });
    const answer = {
      pods: {
        nodes: pods.map(([node, isDeleted]) => ({
          ...on(node),
          metadata: { deletionTimestamp: isDeleted ? 'now' : null },
        })),
      },
      nodes: {
        nodes: [
          { metadata: { name: 'n1', labels: labelsOf('a') } },
          { metadata: { name: 'n2', labels: labelsOf('b') } },
        ],
      },
    };
    expect(holds({ zones: { labelSelector: 'app=x', pods: { a: 1, b: 0 } } }, answer)).toBe(isMet);
  });

  it.each<[part: unknown, whole: unknown, isMet: boolean]>([
    [{ a: 1 }, { a: 1, b: 2 }, true],
    [{ a: null }, { b: 2 }, true],
    [{ a: 1 }, { a: '1' }, false],
    [[{ a: 1 }], [{ a: 2 }, { a: 1 }], true],
    [[1], { 0: 1 }, false],
    [{ a: {} }, { a: null }, false],
    [{ constructor: null }, {}, true],
  ])('%j is part of %j: %s', (part, whole, isMet) => expect(isPart(part, whole)).toBe(isMet));

  it.each<[timeAdded: string | null, isMet: boolean]>([
    ['2026-03-01T12:00:00Z', true],
    ['2026-03-01T12:00:01Z', false],
    [null, false],
  ])('a taint of 12:00:30, at 12:00:30 of %s: %s', (timeAdded, isMet) => {
    const answer = { clock: { now: '2026-03-01T12:00:30Z' }, node: { taints: [{ key: 'k', timeAdded }] } };
    expect(holds({ taint: { node: 'n', key: 'k', forSeconds: 30 } }, answer)).toBe(isMet);
    expect(holds({ taint: { node: 'n', key: 'other', forSeconds: 0 } }, answer)).toBe(false);
    expect(holds({ taint: { node: 'n', key: 'k', forSeconds: 0 } }, { ...answer, node: null })).toBe(false);
  });
});
