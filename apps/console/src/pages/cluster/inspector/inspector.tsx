import { useRef } from 'react';
import { Link } from 'wouter';
import { useClient } from '../../../graphql/client-context';
import { placeQuery } from '../../../model/editor/object-place';
import type { LiveBoard } from '../../../live/use-board';
import type { Zone } from '../../../live/use-facts';
import { nodeTroubles } from '../../../model/board/board-node';
import { requestedOn } from '../../../model/board/board-state';
import type { PodName, Subject } from '../../../model/board/subject';
import { limiterSentences, zoneTexts } from '../../../model/board/zone-words';
import { bytes, cores, plural } from '../../../model/words';
import { NodeActions } from '../actions/node-actions';
import { ZoneActions } from '../actions/zone-actions';
import { WhyNode } from '../why/why-node';
import type { InspectorProps } from './inspector-props';
import { PodFacts } from './pod-facts';
import { WhyAndDo } from './why-and-do';

/** Panel of the selected node, pod or zone. */
export function Inspector(props: InspectorProps) {
  const { subject, board, onSelect } = props;
  const called = useCalled(subject, board);
  const name = subject.kind === 'pod' ? (called?.name ?? 'gone') : subject.name;
  return (
    <aside className="inspector" aria-label={`${subject.kind} ${name}`}>
      <div className="inspector-head">
        <div>
          <p className="over-title">{subject.kind}</p>
          <h2>{name || 'no zone'}</h2>
        </div>
        <EditLink subject={subject} board={board} />
        <button className="plain" aria-label="Close" onClick={() => onSelect(undefined)}>
          ✕
        </button>
      </div>
      {subject.kind === 'node' && <NodeFacts {...props} name={subject.name} />}
      {subject.kind === 'pod' && <PodFacts {...props} uid={subject.uid} called={called} />}
      {subject.kind === 'zone' && <ZoneFacts {...props} name={subject.name} />}
    </aside>
  );
}

/** The name of the pod that is selected, kept when the board has it no more. */
function useCalled(subject: Subject, { state }: LiveBoard): PodName | undefined {
  const kept = useRef<{ readonly uid: string; readonly called: PodName }>(undefined);
  if (subject.kind !== 'pod') return undefined;
  const { uid } = subject;
  const called = state.pods.get(uid) ?? subject.called;
  if (called) kept.current = { uid, called };
  return kept.current?.uid === uid ? kept.current.called : undefined;
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
      <Link
        className="button"
        href={`/${encodeURIComponent(cluster)}/objects?${placeQuery({ ...place, tab: 'YAML' })}`}
      >
        YAML
      </Link>
    )
  );
}

function NodeFacts({ name, board: { state }, facts, moment, onSelect }: InspectorProps & { readonly name: string }) {
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
      <WhyAndDo
        key={name}
        why={<WhyNode key={moment?.factsAt} name={name} moment={moment} />}
        actions={moment ? undefined : <NodeActions node={node} faults={facts.faults.get(name) ?? []} />}
      />
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

function ZoneFacts({ name, board: { state }, facts, moment, onSelect }: InspectorProps & { readonly name: string }) {
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
      {moment === undefined && name !== '' && <ZoneActions name={name} />}
    </>
  );
}

/** Rate at which the nodes of a zone are tainted, and the queue of those that wait. */
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
