import { fieldsOf } from '../fields-of';
import type { KubeObject } from '../../objects';

const V1BETA1 = 'authorization.k8s.io/v1beta1';

/** A review in another version: v1beta1 calls the groups of a user `group` (`pkg/apis/authorization/v1beta1/conversion.go`). */
export function convertSubjectAccessReview(object: KubeObject, apiVersion: string): KubeObject {
  const spec = fieldsOf(object.spec);
  const [from, to] = apiVersion === V1BETA1 ? ['groups', 'group'] : ['group', 'groups'];
  if (!spec || !(from! in spec)) return { ...object, apiVersion };
  const { [from!]: groups, ...rest } = spec;
  return { ...object, apiVersion, spec: { ...rest, [to!]: groups } };
}
