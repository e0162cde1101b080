import fc from 'fast-check';
import { defaultStageFiles } from '../testing/default-stage-files';
import { story, play } from '../testing/kubelet-stories';

const files = defaultStageFiles();

test('a user who applies the default stages as own ones gets the same statuses, events and writes at the same instants', () => {
  fc.assert(
    fc.property(story, (made) => {
      expect(play(made, { files })).toEqual(play(made));
    }),
    { numRuns: 12 },
  );
});

test('so do kubelets that take over from others', () => {
  fc.assert(
    fc.property(story, (made) => {
      expect(play(made, { files, takesOver: true })).toEqual(play(made));
    }),
    { numRuns: 3 },
  );
});
