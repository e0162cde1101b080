import sequencer from '@jest/test-sequencer';

const Sequencer = sequencer.default ?? sequencer;
/**
 * The stories take longest and go by real time now and then: they come first, beside each other. What starts many
 * processes needs more than one core: it comes beside what needs little.
 */
const ORDER = [
  'test/groups/console-',
  'test/groups/stories-',
  'test/groups/long-',
  'test/chaos/',
  'test/groups/',
  '',
  'test/walks/',
  'test/end-to-end/topology/topology-',
];

/** A fresh clone does not know how long each file takes; by its size, Jest's guess, the longest would come last. */
export default class LongFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ path }) {
  const found = ORDER.findIndex((part) => part !== '' && path.includes(part));
  return found < 0 ? ORDER.indexOf('') : found;
}
