import { check, type Lesson } from './lesson';
import { apply, mutate, pass, pod } from './requests';

const ADMISSION = `admissionConfig:
  pluginConfig:
    PodNodeSelector:
      configuration:
        podNodeSelectorPluginConfig: {}
`;
const ANNOTATION = 'scheduler.alpha.kubernetes.io/node-selector';
const namespace = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'testing', annotations: { [ANNOTATION]: 'env=test' } },
};

interface PodAnswer {
  readonly pod: {
    readonly json: {
      readonly spec: { readonly nodeSelector?: Readonly<Record<string, string>>; readonly nodeName?: string };
    };
  } | null;
}
const POD = 'query ($name: String!) { pod(namespace: "testing", name: $name) { json } }';

export const nodeSelectors: Lesson = {
  id: 'node-selectors',
  title: 'Node selectors of a namespace',
  summary: 'An admission plugin sends all pods of a namespace to nodes that its administrator chose.',
  text: [
    'Users write pods, administrators give them nodes. The admission plugin PodNodeSelector adds the node selector of a namespace to each pod that is created there, before the scheduler sees it.',
    'So admission and scheduling share the work: the first changes what is asked for, the second only looks for a node.',
  ],
  cluster: { nodes: 2, zones: 1 },
  setup: [mutate('setAdmissionConfig', { yaml: ADMISSION })],
  steps: [
    {
      title: 'A node for tests',
      text: 'Give node-2 the label env=test.',
      commands: ['kubectl label node node-2 env=test'],
      action: [mutate('setLabels', { apiVersion: 'v1', kind: 'Node', name: 'node-2', labels: { env: 'test' } })],
      check: check<{ node: { metadata: { labels: Record<string, string> } } | null }>(
        '{ node(name: "node-2") { metadata { labels } } }',
        {},
        ({ node }) => node?.metadata.labels['env'] === 'test',
      ),
    },
    {
      title: 'A namespace that is sent there',
      text: `Create the namespace testing with the annotation ${ANNOTATION}: env=test.`,
      commands: ['kubectl create namespace testing', `kubectl annotate namespace testing ${ANNOTATION}=env=test`],
      action: [apply(namespace)],
      check: check<{ namespace: { metadata: { annotations: Record<string, string> } } | null }>(
        '{ namespace(name: "testing") { metadata { annotations } } }',
        {},
        ({ namespace: found }) => found?.metadata.annotations[ANNOTATION] === 'env=test',
      ),
    },
    {
      title: 'A pod that asks for nothing',
      text: 'Create the pod web in that namespace, without a node selector. It gets one on its way in, and runs on node-2.',
      commands: ['kubectl run web --image=nginx --namespace testing', 'orrery clock advance 5s'],
      action: [apply(pod('web', { namespace: 'testing' })), pass('5s')],
      check: check<PodAnswer>(
        POD,
        { name: 'web' },
        ({ pod: found }) => found?.json.spec.nodeSelector?.['env'] === 'test' && found.json.spec.nodeName === 'node-2',
      ),
    },
  ],
  question: {
    text: 'A pod in the namespace testing selects env=prod itself. What happens?',
    choices: [
      { text: 'Its own selector wins.', isRight: false },
      { text: 'It is created, and waits for ever.', isRight: false },
      { text: 'It is refused.', isRight: true },
    ],
    trial: [apply(pod('prod', { namespace: 'testing', spec: { nodeSelector: { env: 'prod' } } }))],
    check: check<PodAnswer>(POD, { name: 'prod' }, ({ pod: found }) => found === null),
    because:
      'The selector of the pod contradicts that of its namespace, and no node could satisfy both: the plugin refuses the pod, and says which labels conflict.',
  },
};
