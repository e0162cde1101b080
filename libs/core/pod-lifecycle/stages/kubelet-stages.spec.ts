import { parse } from 'yaml';
import { defaultStageFiles } from '../testing/default-stage-files';
import { SimulatedStore } from '../testing/simulated-store';
import { DEFAULT_STAGES } from './default-stages.generated';
import type { StageFile, StageFileSpec } from './stage-file';
import { readStageTemplate, stageFileErrors } from './validate-stage-file';
import { TemplateFault } from './go-template/template-nodes';
import { compileSkeleton } from './status-template';

const files = defaultStageFiles();
const named = (name: string): StageFile => files.find(({ metadata }) => metadata.name === name)!;
/** Returns a default stage with other fields in its spec, as a user edits it. */
const edited = (name: string, more: Partial<StageFileSpec>): StageFile => ({
  metadata: { name },
  spec: { ...named(name).spec, ...more },
});
const own = (name: string, yaml: string): StageFile => ({ metadata: { name }, spec: parse(yaml) as StageFileSpec });
const start = (...stages: StageFile[]): SimulatedStore =>
  new SimulatedStore()
    .addNode('n1')
    .runUntil(0)
    .lead(...stages);

describe('the default stages', () => {
  test.each(files.map((file) => [file.metadata.name, file] as const))('%s is one that users may write', (_, file) => {
    expect(file).toMatchObject({ apiVersion: 'kwok.x-k8s.io/v1alpha1', kind: 'Stage' });
    expect(stageFileErrors(file.spec)).toEqual([]);
  });
  it('have names of their own, and are those that the program has', () => {
    expect(new Set(files.map(({ metadata }) => metadata.name)).size).toBe(files.length);
    expect(DEFAULT_STAGES).toEqual(files);
  });
  const templates = files.flatMap(({ metadata, spec: { next = {} } }) =>
    [
      ...(next.patches ?? []).map(({ template }) => template),
      next.containerStateTemplate,
      next.initialContainerStateTemplate,
    ]
      .filter((template) => template !== undefined)
      .map((template) => [metadata.name, template] as const),
  );
  test.each(templates)('no template of %s is interpreted when a pod enters the stage', (_, template) => {
    const nodes = readStageTemplate(template);
    expect(nodes instanceof TemplateFault ? undefined : compileSkeleton(nodes)).toBeDefined();
  });
});

describe('a stage of the kubelet from a file', () => {
  it('replaces the default one of its name; the pod lives on as the kubelet sees to it', () => {
    const store = start(edited('container-start', { delay: { durationMilliseconds: 5000 } }))
      .addPod('p')
      .runUntil(10_000);
    expect(store.startsOf('p')).toEqual([5700]);
    expect(store.pod('p').status).toMatchObject({ phase: 'Running', podIP: '10.1.0.1' });
    expect(store.pod('p').metadata.annotations).toEqual({});
  });
  it('counts for pods that are there already, until it is taken away', () => {
    const store = start().addPod('p').addPod('q').runUntil(300);
    store.lead(edited('container-start', { delay: { durationMilliseconds: 5000 } })).runUntil(4000);
    expect(store.startsOf('p')).toEqual([]);
    store.lead().runUntil(10_000);
    expect(store.startsOf('p')).toEqual([4000]);
  });
  it('is tuned by the annotation that it names', () => {
    const key = '.metadata.annotations["image-pull-back-off.stage.kwok.x-k8s.io/delay"]';
    const tuned = edited('image-pull-back-off', {
      delay: { durationMilliseconds: 1000, durationFrom: { expressionFrom: key } },
    });
    const containers = [{ name: 'app', image: 'app:404' }];
    const annotations = { 'image-pull-back-off.stage.kwok.x-k8s.io/delay': '3s' };
    const last = (store: SimulatedStore) =>
      store.addPod('p', { containers }, annotations).runUntil(5000).messagesOf('p').at(-1);
    expect(last(start(tuned))).toBe('3700 BackOff Back-off pulling image "app:404"');
    expect(last(start())).toBe('1700 BackOff Back-off pulling image "app:404"');
  });
  it('does not take the place of a stage that drives pods, nor the other way round', () => {
    const driving = own(
      'pod-delete',
      'resourceRef: { kind: Pod }\nselector: { matchLabels: { app: x } }\nnext: { delete: true }',
    );
    const store = start(driving).addPod('p').runUntil(5000).deletePod('p').runUntil(10_000);
    expect(store.writesOf('p').at(-1)).toBe('5100 p delete');
  });
  it('of a new name is weighed with the default ones', () => {
    const tells = own(
      'container-flaps',
      `
        resourceRef: { kind: Pod }
        kubelet: Container
        selector:
          matchExpressions:
            - { key: .container.state, operator: In, values: [running] }
            - { key: .container.ready, operator: Exists }
        delay:
          durationMilliseconds: 60000
          startFrom: { expressionFrom: .container.startedAtMs }
          extraFrom: { expressionFrom: .spec.terminationGracePeriodSeconds }
        next:
          containerStateTemplate: |
            terminated:
              exitCode: 7
              reason: {{ printf "%s-%s" .metadata.name NodeName | Quote }}
              startedAt: {{ .container.startedAt | Quote }}
              finishedAt: {{ Now | Quote }}
              message: {{ .container.configError | toJson }}
          events:
            - forEach: '.spec.containers.[]'
              type: Warning
              reason: Flapped
              messageTemplate: '{{ .name }} of {{ $.metadata.name }} at {{ NodeIP }}'
            - { reason: Never, message: never, matchExpressions: [{ key: .container.mustStop, operator: Exists }] }
      `,
    );
    expect(stageFileErrors(tells.spec)).toEqual([]);
    const store = start(tells).addPod('p', { restartPolicy: 'Never' }).runUntil(100_000);
    expect(store.pod('p').status).toMatchObject({
      phase: 'Failed',
      containerStatuses: [{ ready: false, state: { terminated: { exitCode: 7, reason: 'p-n1' } } }],
    });
    expect(store.pod('p').status!.containerStatuses![0]!.state!.terminated).not.toHaveProperty('message');
    expect(store.messagesOf('p').at(-1)).toBe('60830 Flapped app of p at 192.168.0.1');
  });
  it('that cannot be played says so, and is tried again', () => {
    const bad = edited('container-start', {
      next: { containerStateTemplate: 'running: {{ .metadata.name.x | toJson }}' },
    });
    const store = start(bad).addPod('p').runUntil(15_000);
    expect(store.messagesOf('p').slice(2)).toEqual([
      '800 StageFailed The stage container-start cannot be played: there is no field x in p',
      '10800 StageFailed The stage container-start cannot be played: there is no field x in p',
    ]);
  });
  it.each(['waiting: 1', 'asleep: {}', '{}', 'waiting: {}\nrunning: {}', 'terminated: { reason: Bad }'])(
    'that makes no state of a container (%j) is not played',
    (containerStateTemplate) => {
      const store = start(edited('container-start', { next: { containerStateTemplate } }))
        .addPod('p')
        .runUntil(5000);
      expect(store.messagesOf('p').at(-1)).toMatch(
        /^800 StageFailed .*the template (does not come to a state|comes to an end)/,
      );
      store.lead().runUntil(5500);
      expect(store.startsOf('p')).toEqual([5000]);
    },
  );
  it('that writes what is there already comes again after a while', () => {
    const writes = own(
      'writes',
      `
        resourceRef: { kind: Pod }
        kubelet: Pod
        selector: { matchExpressions: [{ key: .status.phase, operator: In, values: [Running] }] }
        next: { statusTemplate: 'message: written', event: { reason: Wrote } }
      `,
    );
    const store = start(writes).addPod('p').runUntil(15_000);
    expect(store.pod('p').status).toMatchObject({ phase: 'Running', message: 'written' });
    expect(store.messagesOf('p').filter((text) => text.includes('Wrote'))).toEqual([
      '800 Wrote ',
      '800 Wrote ',
      '10800 Wrote ',
    ]);
  });
  it('that changes nothing comes again after a while', () => {
    const tells = own(
      'tells',
      `
        resourceRef: { kind: Pod }
        kubelet: Pod
        selector: { matchExpressions: [{ key: .status.phase, operator: In, values: [Running] }] }
        next: { event: { reason: Told } }
      `,
    );
    const store = start(tells).addPod('p').runUntil(25_000);
    expect(store.messagesOf('p').filter((text) => text.includes('Told'))).toEqual([
      '800 Told ',
      '10800 Told ',
      '20800 Told ',
    ]);
  });
});
