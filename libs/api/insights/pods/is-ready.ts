import type { KubeObject } from '@orrery/api-types';

/** Returns whether the condition Ready holds. */
export function isReady({ status }: KubeObject): boolean {
  const { conditions } = (status ?? {}) as { conditions?: { type: string; status: string }[] };
  return conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ?? false;
}
