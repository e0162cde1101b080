import sequencer from '@jest/test-sequencer';

const Sequencer = sequencer.default ?? sequencer;
/** What runs for minutes, the longest first: begun last, one of them would keep one worker busy and all others idle. */
const LONG = ['test/chaos/', 'test/groups/', 'test/end-to-end/topology-'];

/** A fresh clone does not know how long each file takes; by its size, Jest's guess, the longest would come last. */
export default class LongFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ path }) {
  const found = LONG.findIndex((part) => path.includes(part));
  return found < 0 ? LONG.length : found;
}
