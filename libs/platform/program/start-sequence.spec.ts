import { StartSequence } from './start-sequence';

const FAILURE = new Error('no database');

/** The names of the steps that ran, of a start with these. */
async function ran(sequence: StartSequence, steps: Readonly<Record<string, () => void>>): Promise<string[]> {
  const names: string[] = [];
  for (const [name, step] of Object.entries(steps)) {
    await sequence.start(async () => {
      names.push(name);
      step();
    });
  }
  return names;
}
const nothing = (): void => undefined;
const fail = (): void => {
  throw FAILURE;
};

it('carries out all steps', async () => {
  const sequence = new StartSequence();
  expect(await ran(sequence, { one: nothing, two: nothing })).toEqual(['one', 'two']);
  expect(() => sequence.requireStarted()).not.toThrow();
});

it('skips what follows a failure, and keeps the error', async () => {
  const sequence = new StartSequence();
  expect(await ran(sequence, { one: fail, two: nothing })).toEqual(['one']);
  expect(() => sequence.requireStarted()).toThrow(FAILURE);
});

it('is silent about what fails because the program is asked to end', async () => {
  const sequence = new StartSequence();
  const steps = {
    one: () => {
      sequence.abort();
      throw FAILURE;
    },
    two: nothing,
  };
  expect(await ran(sequence, steps)).toEqual(['one']);
  expect(() => sequence.requireStarted()).not.toThrow();
});

it('stops everything even if a part fails, and keeps the first error', async () => {
  const sequence = new StartSequence();
  const stopped: string[] = [];
  await sequence.stop(async () => fail());
  await sequence.stop(async () => void stopped.push('database'));
  expect(stopped).toEqual(['database']);
  expect(() => sequence.requireStopped()).toThrow(FAILURE);
});
