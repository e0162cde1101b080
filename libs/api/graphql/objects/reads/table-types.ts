import { ArgsType, Field, Int, ObjectType } from '@nestjs/graphql';
import { AT } from '../connections/page-args';
import { ResourceFilter } from '../filters/filter-inputs';
import { Json } from '../../values/scalars/scalars';

@ArgsType()
export class ObjectTableArgs {
  @Field(() => String, { description: 'API version, such as `v1` or `policy/v1`.' })
  apiVersion!: string;
  @Field(() => String, { description: 'Kind, such as `Pod`.' })
  kind!: string;
  @Field(() => [String], {
    description:
      'Paths into the object, such as `spec.nodeName`, `metadata.labels` or `status.conditions[Ready].status` (1-50). Of Pods also `qosClass`, `effectiveRequests.cpuMillis` and `effectiveRequests.memoryBytes`.',
  })
  columns!: string[];
  @Field(() => ResourceFilter, { nullable: true, description: 'Selects objects; all if absent.' })
  filter?: ResourceFilter | null;
  @Field(() => Int, { nullable: true, description: 'Maximum number of rows (1-5000, default 1000).' })
  first?: number | null;
  @Field(() => String, { nullable: true, description: '`endCursor` of the page before.' })
  after?: string | null;
  @Field(() => String, { nullable: true, description: AT.description })
  at?: string | null;
}

@ObjectType({ description: 'Values of objects as rows, by namespace and name.' })
export class ObjectTable {
  @Field(() => Json, { description: 'Rows: lists of the values of the columns, null where an object has none.' })
  rows!: unknown;
  @Field(() => Int, { description: 'Number of objects of all pages.' })
  totalCount!: number;
  @Field(() => String, { description: 'Revision of the state that is shown, by all of its pages.' })
  resourceVersion!: string;
  @Field(() => String, { nullable: true, description: '`after` of the next page; null if this is the last.' })
  endCursor!: string | null;
}
