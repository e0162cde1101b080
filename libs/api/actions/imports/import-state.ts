import { notFound } from '@orrery/api-types';
import { importReport } from '@orrery/cluster-state';
import { importState } from '@orrery/control-plane';
import { parseTimeMs } from '@orrery/time';
import { clusterAccess, type AccessRule } from '../access/access-rules';
import { serverAction } from '../action';
import { CLUSTERS } from '../clusters/clusters';
import { flag, input, jsons, timeText } from '../input/inputs';
import { manyOrNone, one } from '../input/results';

/** Imported objects may be anything, rights included: no role of the cluster gives the right to it. */
const IMPORT: AccessRule = {
  text: 'on the server: update clusters.orrery.dev',
  rights: (_args, { clusterName }) => [{ on: 'server', access: clusterAccess('update', clusterName) }],
};

export const importStateAction = serverAction({
  name: 'importState',
  about:
    'Gives the cluster the objects of another one, all at once or not at all: with their uids, owners, nodes, statuses and ages. Controllers, scheduler and kubelets continue from this state.',
  right: IMPORT,
  input: input('Objects that were read from another cluster.', {
    required: {
      objects: jsons(
        'Objects as `kubectl get -o json` writes them, lists of them included; `POST /import` takes more than a request may weigh.',
      ),
    },
    optional: {
      asOf: timeText('When they were read (default: the latest instant that they say something happened).'),
      dryRun: flag('Reports what would be imported and writes nothing (default: false).'),
    },
  }),
  result: {
    name: 'ImportStatePayload',
    about: 'Result of an import.',
    fields: {
      asOf: one('DateTime', 'When the objects were read.'),
      imported: manyOrNone('ImportedKind', 'What was written, by kind.'),
      leftOut: manyOrNone('ImportNote', 'What was left out, with the reasons.'),
      changed: manyOrNone('ImportNote', 'What was changed on the way, with the changes.'),
    },
  },
  perform: async ({ plane, clusterName, actor }, { objects, asOf, dryRun }) => {
    // Not the client's view of the cluster: its components start over.
    const runtime = await plane.cluster(clusterName);
    if (!runtime) throw notFound(CLUSTERS, clusterName);
    const plan = await importState(plane, runtime, {
      objects,
      asOfMs: parseTimeMs(asOf ?? undefined),
      dryRun: dryRun ?? false,
      writer: actor.user.name,
    });
    return { ...importReport(plan) };
  },
});
