import fc from 'fast-check';
import { UsageMeans } from './usage-means';

const meanOf = (samples: readonly (number | undefined)[]): number | undefined => {
  const means = new UsageMeans();
  for (const cpu of samples) means.add('n', cpu === undefined ? undefined : { cpu });
  return means.of('n')?.['cpu'];
};

test.each([
  { samples: [], want: undefined },
  { samples: [undefined], want: undefined },
  { samples: [1000], want: 1000 },
  { samples: [1000, 2000], want: 1100 },
  { samples: [1000, undefined, 2000], want: 1100 },
  { samples: [1000, 2000, 2000], want: 1190 },
  { samples: [1000, 0, 0, 0], want: 729 },
  // Rounding keeps a mean from ever getting closer than this.
  { samples: [0, ...Array<number>(200).fill(100)], want: 96 },
])('$samples.length samples: $want', ({ samples, want }) => {
  expect(meanOf(samples)).toBe(want);
});

it('stays between the least and the greatest sample', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 1 }), (samples) => {
      const mean = meanOf(samples)!;
      return mean >= Math.min(...samples) && mean <= Math.max(...samples);
    }),
  );
});
