import type { KubeObject } from '../objects';
import { kindByGvk } from './registry';

/**
 * The object as another served version shows it: same uid and resourceVersion. Most kinds differ in apiVersion only.
 * The given object stays as it is; one that already has the version is returned itself.
 */
export function convert(object: KubeObject, apiVersion: string): KubeObject {
  if (object.apiVersion === apiVersion) return object;
  const conversion = kindByGvk(object.apiVersion, object.kind)?.convert;
  return conversion ? conversion(object, apiVersion) : { ...object, apiVersion };
}
