import { invalidField, type FieldError } from '@orrery/api-types';
import { fields, listOf, string, withDefault, type ValueOf } from '@orrery/documents';

const labels = (about: string) => withDefault(listOf(string(), { about }), []);

/** Arguments of NodeLabel. Values of labels never matter; a key that is wanted both present and absent is refused. */
export const NODE_LABEL_ARGS = fields(
  {
    presentLabels: labels('Labels that a node must have.'),
    absentLabels: labels('Labels that a node must not have.'),
    presentLabelsPreference: labels('Labels that give a node score.'),
    absentLabelsPreference: labels('Labels whose absence gives a node score.'),
  },
  {
    check: (args) => [
      ...conflicts('absentLabels', args.presentLabels, args.absentLabels),
      ...conflicts('absentLabelsPreference', args.presentLabelsPreference, args.absentLabelsPreference),
    ],
  },
);
export type NodeLabelArgs = ValueOf<typeof NODE_LABEL_ARGS>;

function conflicts(field: string, present: readonly string[], absent: readonly string[]): FieldError[] {
  const detail = 'exists in both the present and the absent label list';
  return absent.flatMap((label, i) =>
    present.includes(label) ? [invalidField(`.${field}[${i}]`, label, detail)] : [],
  );
}
