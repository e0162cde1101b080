import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useClient } from '../../../graphql/client-context';
import { placeQuery } from '../../../model/editor/object-place';
import type { LiveBoard } from '../../../live/use-board';
import type { Facts, Zone } from '../../../live/use-facts';
import { nodeTroubles } from '../../../model/board/board-node';
import { requestedOn } from '../../../model/board/board-state';
import type { Subject } from '../../../model/board/subject';
import { limiterSentences, zoneTexts } from '../../../model/board/zone-words';
import { bytes, cores, plural } from '../../../model/words';
import { NodeActions } from '../actions/node-actions';
import { PodActions } from '../actions/pod-actions';
import { ZoneActions } from '../actions/zone-actions';
import { WhyNode } from '../why/why-node';
import { WhyPod } from '../why/why-pod';
import { clusterTime } from '../../../model/clock-words';

interface InspectorProps {
  readonly subject: Subject;
  readonly board: LiveBoard;
  readonly facts: Facts;
  /** The board shows the past, which the scheduler is not asked about. */
  readonly isPast: boolean;
  readonly onSelect: (subject: Subject | undefined) => void;
}

/** What is known of the node, pod or zone that is selected. */
export function Inspector(props: InspectorProps) {
  const { subject, board, onSelect } = props;
  const name = subject.kind === 'pod' ? (board.state.pods.get(subject.uid)?.name ?? 'gone') : subject.name;
  return (
    <aside className="inspector" aria-label={`${subject.kind} ${name}`}>
      <div className="inspector-head">
        <div>
          <h3>{subject.kind}</h3>
          <h2>{name || 'no zone'}</h2>
        </div>
        <EditLink subject={subject} board={board} />
        <button className="plain" aria-label="Close" onClick={() => onSelect(undefined)}>
          ✕
        </button>
      </div>
      {subject.kind === 'node' && <NodeFacts {...props} name={subject.name} />}
      {subject.kind === 'pod' && <PodFacts {...props} uid={subject.uid} />}
      {subject.kind === 'zone' && <ZoneFacts {...props} name={subject.name} />}
    </aside>
  );
}

/** Leads to the object as YAML. */
function EditLink({ subject, board: { state } }: Pick<InspectorProps, 'subject' | 'board'>) {
  const { cluster } = useClient();
  const pod = subject.kind === 'pod' ? state.pods.get(subject.uid) : undefined;
  const place =
    subject.kind === 'node'
      ? { apiVersion: 'v1', kind: 'Node', name: subject.name }
      : pod && { apiVersion: 'v1', kind: 'Pod', namespace: pod.namespace, name: pod.name };
  return (
    place && (
      <Link className="button" href={`/${encodeURIComponent(cluster)}/objects?${placeQuery(place)}`}>
        YAML
      </Link>
    )
  );
}

/** Which of the two was shown last is shown of what is selected next. */
let isDoing = false;

/** Why it is so, and what can be done: one of both at a time, for each is long. */
function WhyAndDo({ why, actions }: { readonly why: ReactNode; readonly actions: ReactNode }) {
  const [isDo, setIsDo] = useState(isDoing);
  const choose = (chosen: boolean): void => setIsDo((isDoing = chosen));
  return (
    <>
      <div className="choices" role="group" aria-label="Show">
        <button aria-pressed={!isDo} onClick={() => choose(false)}>
          Why
        </button>
        <button aria-pressed={isDo} onClick={() => choose(true)}>
          Do
        </button>
      </div>
      {isDo ? actions : why}
    </>
  );
}

function NodeFacts({ name, board: { state }, facts, isPast, onSelect }: InspectorProps & { readonly name: string }) {
  const node = state.nodes.get(name);
  if (!node) return <p>This node is gone.</p>;
  const requested = requestedOn(state, name);
  const used = state.used.get(name);
  const troubles = nodeTroubles(node, facts.faults.get(name) ?? []);
  return (
    <>
      <p>
        {troubles.length === 0 && <span className="pill good">✓ ready</span>}
        {troubles.map((trouble) => (
          <span key={trouble} className="pill bad">
            {trouble}
          </span>
        ))}
      </p>
      <br />
      <dl className="facts">
        <dt>Zone</dt>
        <dd>
          <button className="plain inline" onClick={() => onSelect({ kind: 'zone', name: node.zone })}>
            {node.zone || 'none'}
          </button>
        </dd>
        <dt>CPU</dt>
        <dd>
          {cores(requested.cpuMillis)} of {cores(node.cpuMillis)} requested{used && `, ${cores(used.cpuMillis)} used`}
        </dd>
        <dt>Memory</dt>
        <dd>
          {bytes(requested.memoryBytes)} of {bytes(node.memoryBytes)} requested
          {used && `, ${bytes(used.memoryBytes)} used`}
        </dd>
        <dt>Pods</dt>
        <dd>
          {requested.pods} of {node.pods}
        </dd>
      </dl>
      {!isPast && (
        <WhyAndDo
          key={name}
          why={<WhyNode name={name} />}
          actions={<NodeActions node={node} faults={facts.faults.get(name) ?? []} />}
        />
      )}
      <section>
        <h3>Pods</h3>
        {[...(state.podsOf.get(name)?.values() ?? [])].map((pod) => (
          <button key={pod.uid} className="plain row-button" onClick={() => onSelect({ kind: 'pod', uid: pod.uid })}>
            <span className="mono">{pod.name}</span> <span className="quiet small">{pod.health}</span>
          </button>
        ))}
      </section>
    </>
  );
}

function PodFacts({ uid, board: { state }, isPast, onSelect }: InspectorProps & { readonly uid: string }) {
  const pod = state.pods.get(uid);
  if (!pod) return <p>This pod is gone.</p>;
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
      {!isPast && (
        <WhyAndDo
          key={uid}
          why={<WhyPod pod={pod} nodes={[...state.nodes.keys()]} />}
          actions={<PodActions pod={pod} />}
        />
      )}
    </>
  );
}

function ZoneFacts({ name, board: { state }, facts, isPast, onSelect }: InspectorProps & { readonly name: string }) {
  const zone = facts.zones.get(name);
  const { text = '' } = zoneTexts(state.nodes.values(), facts.zones).get(name) ?? {};
  const nodes = [...state.nodes.values()].filter((node) => node.zone === name);
  const sum = (of: (node: (typeof nodes)[number]) => number): number =>
    nodes.reduce((total, node) => total + of(node), 0);
  return (
    <>
      <p>{text}</p>
      <br />
      <dl className="facts">
        <dt>CPU</dt>
        <dd>
          {cores(sum((node) => requestedOn(state, node.name).cpuMillis))} of {cores(sum((node) => node.cpuMillis))}{' '}
          requested
        </dd>
        <dt>Memory</dt>
        <dd>
          {bytes(sum((node) => requestedOn(state, node.name).memoryBytes))} of {bytes(sum((node) => node.memoryBytes))}{' '}
          requested
        </dd>
        <dt>Pods</dt>
        <dd>
          {plural(
            sum((node) => state.podsOf.get(node.name)?.size ?? 0),
            'pod',
          )}
        </dd>
        {zone && (
          <>
            <dt>State</dt>
            <dd>{zone.state?.toLowerCase().replace('_', ' ') ?? 'unknown'}</dd>
            <dt>Health</dt>
            <dd>{Math.round(zone.healthPercent)} % of its nodes are ready</dd>
          </>
        )}
      </dl>
      {zone && <ZoneQueue zone={zone} onSelect={onSelect} />}
      {!isPast && name !== '' && <ZoneActions name={name} />}
    </>
  );
}

/** How fast the nodes of a zone are tainted, and which wait for it. */
function ZoneQueue({ zone, onSelect }: { readonly zone: Zone } & Pick<InspectorProps, 'onSelect'>) {
  return (
    <section>
      <h3>Limiter and queue</h3>
      {limiterSentences(zone).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <ol className="zone-queue">
        {zone.queuedNodes.map((node, index) => (
          <li key={`${node}${index}`}>
            <button className="plain inline mono" onClick={() => onSelect({ kind: 'node', name: node })}>
              {node}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
