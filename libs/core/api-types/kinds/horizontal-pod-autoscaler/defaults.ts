import type {
  HorizontalPodAutoscalerBehavior,
  HPAScalingPolicy,
  HPAScalingRules,
} from 'kubernetes-types/autoscaling/v2';
import type { KubeObject } from '../../objects';

/** The share of its request that a pod may use when no metric is given, in percent. */
const DEFAULT_UTILIZATION = 80;
const PERIOD_SECONDS = 15;
const SCALE_UP: readonly HPAScalingPolicy[] = [
  { type: 'Pods', value: 4, periodSeconds: PERIOD_SECONDS },
  { type: 'Percent', value: 100, periodSeconds: PERIOD_SECONDS },
];
const SCALE_DOWN: readonly HPAScalingPolicy[] = [{ type: 'Percent', value: 100, periodSeconds: PERIOD_SECONDS }];

interface Spec {
  minReplicas?: number;
  metrics?: unknown[];
  behavior?: HorizontalPodAutoscalerBehavior;
}

/** Fills what an autoscaler may leave out (`SetDefaults_HorizontalPodAutoscaler` of autoscaling/v2). */
export function defaultHorizontalPodAutoscaler(object: KubeObject): void {
  const spec = (object as { spec?: Spec }).spec;
  if (!spec) return;
  spec.minReplicas ??= 1;
  if (!spec.metrics?.length) {
    const target = { type: 'Utilization', averageUtilization: DEFAULT_UTILIZATION };
    spec.metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }];
  }
  if (!spec.behavior) return;
  spec.behavior = {
    scaleUp: { stabilizationWindowSeconds: 0, ...rulesWith(SCALE_UP, spec.behavior.scaleUp) },
    scaleDown: rulesWith(SCALE_DOWN, spec.behavior.scaleDown),
  };
}

function rulesWith(policies: readonly HPAScalingPolicy[], given: HPAScalingRules = {}): HPAScalingRules {
  return { selectPolicy: 'Max', policies: [...policies], ...given };
}
