/** Configurations that the editor can change. */
export const Configured = { Scheduler: 'scheduler', Descheduler: 'descheduler' } as const;
export type Configured = (typeof Configured)[keyof typeof Configured];

/** The kinds of documents that configure each. */
export const CONFIGURATION_KINDS: Readonly<
  Record<Configured, readonly { readonly kind: string; readonly apiVersions: readonly string[] }[]>
> = {
  [Configured.Scheduler]: [
    {
      kind: 'KubeSchedulerConfiguration',
      apiVersions: ['v1', 'v1beta3', 'v1beta2', 'v1beta1'].map((version) => `kubescheduler.config.k8s.io/${version}`),
    },
    { kind: 'Policy', apiVersions: ['v1'] },
  ],
  [Configured.Descheduler]: [{ kind: 'DeschedulerPolicy', apiVersions: ['descheduler/v1alpha2'] }],
};

/** Default interval of the descheduler. */
export const USUAL_INTERVAL = '5m';

/** Returns the command that does the same as saving, to be copied. */
export function configurationCommand(what: Configured, interval: string): string {
  return what === Configured.Scheduler
    ? 'orrery config apply config.yaml'
    : `mutation($yaml: YAML!) { setDeschedulerSchedule(input: { yaml: $yaml, interval: "${interval}" }) { errors { message } } }`;
}

/** Returns the command that does the same as a return to the defaults of the scheduler, or an end of the descheduler's cycles. */
export function removalCommand(what: Configured): string {
  return what === Configured.Scheduler
    ? 'mutation { setSchedulerConfig(input: { remove: true }) { errors { message } } }'
    : 'mutation { setDeschedulerSchedule(input: { remove: true }) { errors { message } } }';
}

/** Returns the query of the same preview, to be copied. */
export function previewCommand(what: Configured): string {
  return what === Configured.Scheduler
    ? 'query($yaml: YAML!) { previewSchedulerConfig(input: { yaml: $yaml }, skip: 0) { total hasMore differences { pod { metadata { name } } before { nodeName } after { nodeName } } } }'
    : 'mutation($yaml: YAML!) { runDescheduler(input: { yaml: $yaml, dryRun: true }) { run { evicted } errors { message } } }';
}

/** A placement in a few words. */
export function placementWords(
  placement: { readonly nodeName: string | null; readonly message: string } | null,
): string {
  if (!placement) return 'no scheduler serves it';
  return placement.nodeName ?? `no node: ${placement.message}`;
}
