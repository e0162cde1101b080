import fc from 'fast-check';
import { story, play } from '../testing/kubelet-stories';

it('kubelets that take over at any instant act as those before would have', () => {
  fc.assert(
    fc.property(story, (made) => {
      expect(play(made, { takesOver: true })).toEqual(play(made));
    }),
    { numRuns: 40 },
  );
});
