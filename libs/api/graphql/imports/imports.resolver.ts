import { Inject } from '@nestjs/common';
import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { importReport } from '@orrery/cluster-state';
import { importState, type ControlPlane } from '@orrery/control-plane';
import { notFound } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import { clusterAccess, Requires, type AccessRule } from '../access/access-rules';
import { CLUSTERS } from '../clusters/clusters';
import { payload } from '../errors/user-errors';
import { CONTROL_PLANE, type RequestContext } from '../requests/request-context';
import { ImportStateInput, ImportStatePayload } from './import-types';

/** What is imported may be anything, rights included: no role of the cluster gives the right to it. */
const IMPORT: AccessRule = {
  text: 'on the server: update clusters.orrery.dev',
  rights: (_args, { clusterName }) => [{ on: 'server', access: clusterAccess('update', clusterName) }],
};

/** States of other clusters. */
@Resolver()
export class ImportsResolver {
  constructor(@Inject(CONTROL_PLANE) private readonly plane: ControlPlane) {}

  @Requires(IMPORT)
  @Mutation(() => ImportStatePayload, {
    name: 'importState',
    description:
      'Gives the cluster the objects of another one, all at once or not at all: with their uids, owners, nodes, statuses and ages. Controllers, scheduler and kubelets go on from the whole state.',
  })
  importState(
    @Context() { clusterName, actor }: RequestContext,
    @Args('input', { type: () => ImportStateInput, description: 'Input of the mutation.' }) input: ImportStateInput,
  ): Promise<unknown> {
    return payload(input, async () => {
      // Not the client's view of it: its components start over.
      const runtime = await this.plane.cluster(clusterName);
      if (!runtime) throw notFound(CLUSTERS, clusterName);
      const plan = await importState(this.plane, runtime, {
        objects: input.objects,
        asOfMs: parseTimeMs(input.asOf ?? undefined),
        dryRun: input.dryRun ?? false,
        writer: actor.user.name,
      });
      return { ...importReport(plan) };
    });
  }
}
