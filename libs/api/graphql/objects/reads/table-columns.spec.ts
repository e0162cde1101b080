import { makePod } from '@orrery/builders';
import { columnsOf } from './table-columns';

const pod = {
  ...makePod('p').label('a.b/c', 'x').requests({ cpu: '250m', memory: '1Gi' }).node('n').build(),
  status: { conditions: [{ type: 'Ready', status: 'True' }] },
};
const valueOf = (name: string) => columnsOf('Pod', [name])[0]!(pod as never);

test.each([
  ['metadata.name', 'p'],
  ['metadata.labels', { 'a.b/c': 'x' }],
  ['metadata.labels[a.b/c]', 'x'],
  ['spec.containers[0].resources.requests.cpu', '250m'],
  ['status.conditions[Ready].status', 'True'],
  ['status.conditions[Other].status', undefined],
  ['spec.nothing.below', undefined],
  ['toString', undefined],
  ['effectiveRequests.cpuMillis', 250],
  ['effectiveRequests.memoryBytes', 2 ** 30],
  ['qosClass', 'Burstable'],
])('the column %s is read', (name, value) => {
  expect(valueOf(name)).toEqual(value);
});

test('a column needs a path, and a table columns', () => {
  expect(() => columnsOf('Pod', ['metadata.name', '..'])).toThrow('columns[1]: a path is required');
  expect(() => columnsOf('Pod', [])).toThrow('specify 1 to 50 columns');
});
