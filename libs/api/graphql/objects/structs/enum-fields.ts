import { registerEnumType } from '@nestjs/graphql';
import { PodPhase, QosClass, RestartPolicy, TaintEffect, TolerationOperator } from '../pods/pod-enums';

const NamespacePhase = { Active: 'Active', Terminating: 'Terminating' } as const;
registerEnumType(NamespacePhase, {
  name: 'NamespacePhase',
  description: 'Phase of a namespace.',
  valuesMap: {
    Active: { description: 'In use.' },
    Terminating: { description: 'Being deleted with all its objects; nothing can be created in it.' },
  },
});

const ENUMS: ReadonlyMap<string, object> = new Map<string, object>([
  ['V1NamespaceStatus.phase', NamespacePhase],
  ['V1PodSpec.restartPolicy', RestartPolicy],
  ['V1PodStatus.phase', PodPhase],
  ['V1PodStatus.qosClass', QosClass],
  ['V1Taint.effect', TaintEffect],
  ['V1Toleration.effect', TaintEffect],
  ['V1Toleration.operator', TolerationOperator],
]);

/** The enum by which a text field is served; undefined where it is served as a text. */
export function enumOf(structName: string, field: string): object | undefined {
  return ENUMS.get(`${structName}.${field}`);
}
