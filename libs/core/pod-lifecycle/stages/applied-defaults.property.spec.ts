import fc from 'fast-check';
import { defaultStageFiles } from '../testing/default-stage-files';
import { story, tell } from '../testing/kubelet-stories';

const files = defaultStageFiles();

test('a user who applies the default stages as own ones gets the same statuses, events and writes at the same instants', () => {
  fc.assert(
    fc.property(story, (made) => {
      expect(tell(made, { files })).toEqual(tell(made));
    }),
    { numRuns: 12 },
  );
});

test('so do kubelets that take over from others', () => {
  fc.assert(
    fc.property(story, (made) => {
      expect(tell(made, { files, takesOver: true })).toEqual(tell(made));
    }),
    { numRuns: 3 },
  );
});
