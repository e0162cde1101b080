import { RestDetector, type RestStep } from './memory-at-rest';

const steps = (...shares: number[]): RestStep[] => {
  const detector = new RestDetector();
  return shares.map((share) => detector.sample(share));
};

/** Returns the steps by the index of their sample, from 0. */
const stepsByIndex = (...shares: number[]): [number, RestStep][] =>
  [...steps(...shares).entries()].filter(([, step]) => step !== undefined);

const BUSY = 0.9;
const idle = (samples: number): number[] => Array<number>(samples).fill(0.02);

describe('when a process gives memory back', () => {
  test.each<[string, number[], [number, RestStep][]]>([
    ['it has never been busy', idle(30), []],
    ['it is busy', Array<number>(30).fill(BUSY), []],
    [
      'its work ends',
      [BUSY, ...idle(30)],
      [
        [3, 'collect'],
        [9, 'as usual'],
      ],
    ],
    ['it rests for less than six seconds at a time', [BUSY, ...idle(2), BUSY, ...idle(2), BUSY], []],
    [
      'work comes while memory is given back',
      [BUSY, ...idle(4), BUSY],
      [
        [3, 'collect'],
        [5, 'as usual'],
      ],
    ],
    [
      'work ends twice',
      [BUSY, ...idle(12), BUSY, ...idle(12)],
      [
        [3, 'collect'],
        [9, 'as usual'],
        [16, 'collect'],
        [22, 'as usual'],
      ],
    ],
  ])('%s', (_name, shares, expected) => {
    expect(stepsByIndex(...shares)).toEqual(expected);
  });
});
