import { FLOW_CONTROL_V1BETA1 } from '../../flow-control/default-objects';
import type { KubeObject } from '../../objects';
import { fieldsOf } from '../fields-of';
import { USUAL_SHARES } from './defaults';

type Fields = Record<string, unknown>;

/**
 * Converts a level to another version. In v1beta1 it has assured shares, neither lends nor borrows, and has no field for levels
 * without a limit (`pkg/apis/flowcontrol/v1beta1` upstream).
 */
export function convertPriorityLevel(object: KubeObject, apiVersion: string): KubeObject {
  const spec = fieldsOf(object.spec);
  if (!spec) return { ...object, apiVersion };
  const converted = object.apiVersion === FLOW_CONTROL_V1BETA1 ? currentSpec(spec) : olderSpec(spec);
  return { ...object, apiVersion, spec: converted };
}

function currentSpec(spec: Fields): Fields {
  const limited = fieldsOf(spec['limited']);
  if (spec['type'] === 'Exempt') return { ...spec, exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } };
  if (!limited) return spec;
  const { assuredConcurrencyShares: shares, ...rest } = limited;
  return { ...spec, limited: { ...rest, nominalConcurrencyShares: shares || USUAL_SHARES } };
}

function olderSpec({ exempt: _exempt, ...spec }: Fields): Fields {
  const limited = fieldsOf(spec['limited']);
  if (!limited) return spec;
  const { nominalConcurrencyShares, lendablePercent: _lent, borrowingLimitPercent: _borrowed, ...rest } = limited;
  return { ...spec, limited: { ...rest, assuredConcurrencyShares: nominalConcurrencyShares } };
}
