/** Applies objects, and lets ten seconds of cluster time pass. */
export const APPLY =
  'mutation($objects: [JSON!]) { applyObject(input: { objects: $objects }) { errors { message } } advanceClock(input: { by: "10s" }) { errors { message } } }';

/** A Deployment of pods that ask for so much of a processor, labelled `app=NAME`; `more` are fields of their container. */
export const deployment = (name: string, replicas: number, cpu: string, more: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } }, ...more }] },
    },
  },
});
