// Which Deployments are complete, by a watch: what `kubectl rollout status` waits for.
import { follow } from '../follow.mjs';

/** Watches the Deployments at a URL of the Kubernetes API. */
export async function followDeployments(url) {
  const generations = new Map();
  const complete = new Map();
  let told;
  const stop = await follow(`${url}?watch=true`, ({ metadata, spec, status = {} }) => {
    const { name, generation } = metadata;
    generations.set(name, generation);
    const isComplete =
      status.observedGeneration === generation &&
      [status.replicas, status.updatedReplicas, status.availableReplicas].every((count) => count === spec.replicas);
    if (!isComplete) return;
    complete.set(name, generation);
    told?.(name);
  });
  return {
    stop,
    /** Returns `ended`, which resolves when `count` Deployments have completed a new generation. */
    untilAllComplete: (count) => {
      const before = new Map(generations);
      const reached = new Set();
      const ended = new Promise((done) => {
        told = (name) => {
          if (complete.get(name) > (before.get(name) ?? 0)) reached.add(name);
          if (reached.size === count) done();
        };
      });
      return { ended };
    },
  };
}
