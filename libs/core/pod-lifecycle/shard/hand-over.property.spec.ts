import fc from 'fast-check';
import { story, tell } from '../testing/kubelet-stories';

it('kubelets that take over at any instant act as those before would have', () => {
  fc.assert(
    fc.property(story, (made) => {
      expect(tell(made, { takesOver: true })).toEqual(tell(made));
    }),
    { numRuns: 40 },
  );
});
