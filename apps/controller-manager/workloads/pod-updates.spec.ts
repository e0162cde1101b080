import type { KubeObject, Pod } from '@orrery/api-types';
import { Operation, type Change } from '@orrery/store';
import { makePod } from '@orrery/builders';
import { changesReplicas, endsTermination, isTerminalUpdate } from './pod-updates';

const running: Pod = { ...makePod('p').build(), status: { phase: 'Running' } };
const ready: Pod = { ...running, status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } };
const failed: Pod = { ...running, status: { phase: 'Failed' } };
const leaving: Pod = { ...ready, metadata: { ...ready.metadata, deletionTimestamp: '2026-01-01T12:00:00Z' } };
const left: Pod = { ...leaving, status: { phase: 'Failed' } };

function change(operation: Operation, previous: Pod | undefined, object: Pod): Change {
  const key = { resource: 'pods', namespace: 'default', name: 'p' };
  return {
    revision: 1,
    operation,
    key,
    object: object as unknown as KubeObject,
    previous: previous as unknown as KubeObject | undefined,
  };
}

const { Create, Update, Delete } = Operation;

test.each([
  { name: 'it came', it: change(Create, undefined, running), changes: true, terminalUpdate: false },
  { name: 'it came, and has ended', it: change(Create, undefined, failed), changes: true, terminalUpdate: false },
  { name: 'it is ready', it: change(Update, running, ready), changes: true, terminalUpdate: false },
  { name: 'nothing that counts', it: change(Update, ready, { ...ready }), changes: false, terminalUpdate: false },
  { name: 'it begins to leave', it: change(Update, ready, leaving), changes: true, terminalUpdate: false },
  { name: 'it ended', it: change(Update, ready, failed), changes: true, terminalUpdate: false },
  { name: 'it ended while it left', it: change(Update, leaving, left), changes: true, terminalUpdate: true },
  { name: 'it went at once', it: change(Delete, ready, ready), changes: true, terminalUpdate: false },
  { name: 'it went after it had left', it: change(Delete, left, left), changes: true, terminalUpdate: true },
  {
    name: 'it went, from an unknown state',
    it: change(Delete, undefined, left),
    changes: true,
    terminalUpdate: false,
  },
])('update of a pod: $name', ({ it, changes, terminalUpdate }) => {
  expect(changesReplicas(it)).toBe(changes);
  expect(isTerminalUpdate(it)).toBe(terminalUpdate);
});

test.each([
  { name: 'it begins to leave', it: change(Update, ready, leaving), ends: false },
  { name: 'it ended while it left', it: change(Update, leaving, left), ends: true },
  { name: 'it went while it left', it: change(Delete, leaving, leaving), ends: true },
  { name: 'it went after it had ended', it: change(Delete, left, left), ends: false },
  { name: 'it went at once', it: change(Delete, ready, ready), ends: false },
])('termination of a pod: $name', ({ it, ends }) => {
  expect(endsTermination(it)).toBe(ends);
});
