import type { ApiFaultPartsFragment } from '@orrery/sdk';
import type { ItemView } from '../../../output/print-items';

/** View of rules for requests. */
export const API_FAULT_VIEW: ItemView<ApiFaultPartsFragment> = {
  nameOf: ({ name }) => name,
  none: 'no rule is there',
  columns: [
    { title: 'NAME', of: ({ name }) => name },
    { title: 'VERBS', of: ({ verbs }) => listed(verbs) },
    { title: 'RESOURCES', of: ({ resources }) => listed(resources) },
    { title: 'NAMESPACES', of: ({ namespaces }) => listed(namespaces) },
    { title: 'BY', of: ({ users, userAgents }) => listed([...(users ?? []), ...(userAgents ?? [])]) },
    { title: 'WHAT', of: effectOf },
    { title: 'CHANCE', of: ({ probability }) => String(probability ?? 1) },
    { title: 'HITS', of: ({ hits, times }) => (times === null ? String(hits) : `${hits} of ${times}`) },
  ],
};

function listed(values: readonly string[] | null): string {
  return values === null || values.length === 0 ? 'all' : values.join(',');
}

function effectOf({ code, latency, watchLifetime }: ApiFaultPartsFragment): string {
  return [
    ...(code === null ? [] : [String(code)]),
    ...(latency === null ? [] : [`+${latency}`]),
    ...(watchLifetime === null ? [] : [`watches end after ${watchLifetime}`]),
  ].join(', ');
}
