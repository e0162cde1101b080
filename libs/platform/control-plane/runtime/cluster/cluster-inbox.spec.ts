import type { ControlMessage } from '@orrery/messaging';
import { TimerPhase } from '@orrery/time';
import { ClusterInbox } from './cluster-inbox';

/** Makes an inbox with a cluster that logs its messages; faults are in force when `known` resolves. */
function inboxOf(known: Promise<void>) {
  const said: string[] = [];
  const recipient = {
    process: 'p',
    step: async (atMs: number) => void said.push(`step to ${atMs}`),
    report: async () => ({ process: 'p', revision: 1, jobsSent: 0, jobsHandled: 0, next: undefined }),
    rounds: {
      receive: async ({ type }: ControlMessage) => void said.push(type),
      changed: () => void said.push('steps are refused'),
      refusesStep: () => false,
    },
    heardOfFaults: () => known.then(() => void said.push('faults are in force')),
  };
  const inbox = new ClusterInbox<typeof recipient>({
    line: { send: async () => undefined },
    cluster: async () => recipient,
    capture: async () => void said.push('capture'),
    act: ({ type }) => known.then(() => void said.push(`${type} in force`)),
    upToDate: async () => undefined,
    isConductedHere: () => false,
    onError: (error) => void said.push(String(error)),
  });
  return { inbox, said };
}

const cluster = 'c';
const FAULTS: ControlMessage = { type: 'faults', cluster };
const STEP: ControlMessage = { type: 'step', cluster, round: 'r', conductor: 'q', atMs: 5, phase: TimerPhase.Kubelet };
const ASK: ControlMessage = { type: 'round-ask', cluster, process: 'q', round: 'r', revision: 1 };

it('takes no step, and answers for no round, before faults that came first are in force', async () => {
  let read: () => void = () => undefined;
  const { inbox, said } = inboxOf(new Promise((resolve) => (read = resolve)));
  for (const message of [FAULTS, STEP, ASK]) inbox.receive(message);
  await new Promise((resolve) => setImmediate(resolve));
  expect(said).toEqual([]);
  read();
  await inbox.taken();
  expect(said).toEqual(['faults are in force', 'step to 5', 'round-ask']);
});

it('goes on with what comes after faults that cannot be read', async () => {
  const { inbox, said } = inboxOf(Promise.reject(new Error('the database is away')));
  for (const message of [FAULTS, STEP]) inbox.receive(message);
  await inbox.taken();
  expect(said).toEqual(['Error: the database is away', 'step to 5']);
});

it.each<ControlMessage>([
  { type: 'settings', cluster },
  { type: 'restart', cluster, process: 'q', component: 'scheduler' },
])('lets rounds go on while $type takes effect, and refuses steps that were decided on before', async (change) => {
  let read: () => void = () => undefined;
  const { inbox, said } = inboxOf(new Promise((resolve) => (read = resolve)));
  for (const message of [change, ASK]) inbox.receive(message);
  await inbox.taken();
  expect(said).toEqual(['steps are refused', 'round-ask']);
  read();
  await new Promise((resolve) => setImmediate(resolve));
  expect(said[2]).toBe(`${change.type} in force`);
});
