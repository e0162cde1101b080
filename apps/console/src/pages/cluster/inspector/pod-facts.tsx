import type { PodName } from '../../../model/board/subject';
import { clusterTime } from '../../../model/clock-words';
import { bytes, cores } from '../../../model/words';
import { PodActions } from '../actions/pod-actions';
import { GonePod } from '../why/gone-pod';
import { WhyPod } from '../why/why-pod';
import type { InspectorProps } from './inspector-props';
import { WhyAndDo } from './why-and-do';

interface PodFactsProps extends InspectorProps {
  readonly uid: string;
  readonly called: PodName | undefined;
}

/** Facts about a pod, also about one that is not on the board. */
export function PodFacts({ uid, called, board: { state }, facts, moment, onSelect, onMoment }: PodFactsProps) {
  const pod = state.pods.get(uid);
  if (!pod)
    return (
      <>
        <p>{moment === undefined ? 'This pod is gone.' : 'At this moment the pod is not there.'}</p>
        {called && (
          <GonePod
            key={uid}
            {...called}
            uid={uid}
            nodeCount={state.nodes.size}
            lastCycle={facts.lastCycle}
            onMoment={onMoment}
          />
        )}
      </>
    );
  const { nodeName } = pod;
  return (
    <>
      <dl className="facts">
        <dt>State</dt>
        <dd>{pod.health}</dd>
        {pod.waitsFor !== undefined && (
          <>
            <dt>Waits</dt>
            <dd>{pod.waitsFor}</dd>
          </>
        )}
        <dt>Namespace</dt>
        <dd>{pod.namespace}</dd>
        <dt>Node</dt>
        <dd>
          {nodeName === undefined ? (
            'none'
          ) : (
            <button className="plain inline" onClick={() => onSelect({ kind: 'node', name: nodeName })}>
              {nodeName}
            </button>
          )}
        </dd>
        <dt>Application</dt>
        <dd>{pod.application}</dd>
        <dt>Owner</dt>
        <dd>{pod.owner ?? 'none'}</dd>
        <dt>Requests</dt>
        <dd>
          {cores(pod.cpuMillis)} CPU, {bytes(pod.memoryBytes)} memory
        </dd>
        <dt>Priority</dt>
        <dd>{pod.priority}</dd>
        <dt>QoS class</dt>
        <dd>{pod.qos}</dd>
        <dt>Created</dt>
        <dd>{clusterTime(pod.createdAtMs)}</dd>
      </dl>
      <WhyAndDo
        key={uid}
        why={
          <WhyPod
            key={moment?.revision}
            pod={pod}
            nodes={[...state.nodes.keys()]}
            at={moment?.revision}
            lastCycle={facts.lastCycle}
            onMoment={onMoment}
          />
        }
        actions={moment ? undefined : <PodActions pod={pod} />}
      />
    </>
  );
}
