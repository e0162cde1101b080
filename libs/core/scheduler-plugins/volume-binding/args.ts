import { invalidField, requiredField, type FieldError } from '@orrery/api-types';
import { fields, integer, listOf, withDefault, type ValueOf } from '@orrery/documents';
import type { ShapePoint } from '../node-resources-fit/args';

/** Arguments of VolumeBinding (`VolumeBindingArgs` upstream). */
export const VOLUME_BINDING_ARGS = fields({
  bindTimeoutSeconds: withDefault(
    integer({
      about: 'How long a placed pod waits for its volumes.',
      range: { min: 0, text: 'invalid BindTimeoutSeconds, should not be a negative value' },
    }),
    600,
  ),
  shape: listOf(fields({ utilization: withDefault(integer(), 0), score: withDefault(integer(), 0) }), {
    about: 'How utilisation becomes a score of 0..10; without it nodes are not scored.',
    check: shapeProblems,
  }),
});
export type VolumeBindingArgs = ValueOf<typeof VOLUME_BINDING_ARGS>;

/** Returns the problems of a shape as for NodeResourcesFit, with the ranges written as upstream writes them here. */
function shapeProblems(shape: readonly ShapePoint[]): FieldError[] {
  if (shape.length === 0) return [requiredField('', 'at least one point must be specified')];
  return shape.flatMap(({ utilization, score }, i) => {
    const problems: FieldError[] = [];
    const refuse = (field: string, value: number, detail: string): unknown =>
      problems.push(invalidField(`[${i}].${field}`, value, detail));
    if (utilization < 0 || utilization > 100) refuse('utilization', utilization, 'not in valid range [0-100]');
    if (i > 0 && utilization <= shape[i - 1]!.utilization) {
      refuse('utilization', utilization, 'utilization values must be sorted in increasing order');
    }
    if (score < 0 || score > 10) refuse('score', score, 'not in valid range [0-10]');
    return problems;
  });
}
