import { SnapshotTask as Task } from '@orrery/cluster-snapshots';
import { Field, Float, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ClockMode } from '../clock/clock-types';
import { DateTime } from '../../values/scalars/scalars';

@ObjectType({ description: 'Number of objects of a resource in a snapshot.' })
export class SnapshotResource {
  @Field(() => String, { description: 'Resource with its group: `pods`, `deployments.apps`.' })
  resource!: string;
  @Field(() => Int, { description: 'Number of objects.' })
  count!: number;
}

@ObjectType({ description: 'A cluster in a file that the server keeps.' })
export class Snapshot {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
  @Field(() => String, { description: 'Path of its file on the server.' })
  path!: string;
  @Field(() => Float, { description: 'Bytes of the file, which is compressed.' })
  bytes!: number;
  @Field(() => Int, { description: 'Version of its format.' })
  formatVersion!: number;
  @Field(() => DateTime, { description: 'When it was saved, in real time.' })
  savedAt!: string;
  @Field(() => String, { description: 'Name of the cluster.' })
  cluster!: string;
  @Field(() => String, { description: 'Seed of the cluster.' })
  seed!: string;
  @Field(() => String, { description: 'Revision of the cluster.' })
  resourceVersion!: string;
  @Field(() => DateTime, { description: 'Cluster time.' })
  time!: string;
  @Field(() => ClockMode, { description: 'How the time of the cluster followed real time.' })
  clockMode!: string;
  @Field(() => Boolean, { description: 'Whether earlier moments of a cluster that is made of it can be read.' })
  history!: boolean;
  @Field(() => Int, { description: 'Number of changes and of versions of objects.' })
  changes!: number;
  @Field(() => Int, { description: 'Number of decisions of schedulers.' })
  decisions!: number;
  @Field(() => Int, { description: 'Number of faults.' })
  faults!: number;
  @Field(() => [SnapshotResource], { description: 'Number of objects, by resource.' })
  resources!: readonly SnapshotResource[];
  @Field(() => [String], {
    description: 'Components whose state is saved; the others start from the objects, as after a restart.',
  })
  components!: readonly string[];
}

/** Task of a snapshot. */
const SnapshotTask = { SAVE: Task.Save, ADD: Task.Add, RESTORE: Task.Restore } as const;
registerEnumType(SnapshotTask, {
  name: 'SnapshotTask',
  description: 'Task on a snapshot.',
  valuesMap: {
    SAVE: { description: 'A cluster is saved.' },
    ADD: { description: 'A file is uploaded.' },
    RESTORE: { description: 'A cluster is made of it.' },
  },
});

@ObjectType({ description: 'Progress of saving, uploading or restoring a snapshot.' })
export class SnapshotProgress {
  @Field(() => SnapshotTask, { description: 'The task.' })
  task!: Task;
  @Field(() => String, { description: 'Name of the snapshot.' })
  snapshot!: string;
  @Field(() => String, { nullable: true, description: 'Name of the cluster; null while a file is uploaded.' })
  cluster?: string | null;
  @Field(() => Int, { description: 'Lines of the file that were written or read.' })
  lines!: number;
  @Field(() => Int, { nullable: true, description: 'About how many there will be; null if that is not known.' })
  total?: number | null;
}
