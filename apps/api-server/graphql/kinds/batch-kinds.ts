import { Field, Int, ObjectType } from '@nestjs/graphql';
import { Resource } from '../resources/resource';
import { Json } from '../scalars/scalars';

@ObjectType({ description: 'What is asked of a Job.' })
export class JobSpec {
  @Field(() => Int, { nullable: true, description: 'How many pods may run at once.' })
  parallelism?: number;
  @Field(() => Int, { nullable: true, description: 'How many pods must end well; null: its pods agree on the end.' })
  completions?: number;
  @Field(() => Int, { nullable: true, description: 'How many pods may fail.' })
  backoffLimit?: number;
  @Field(() => Int, { nullable: true, description: 'How long it may take, in seconds.' })
  activeDeadlineSeconds?: number;
  @Field(() => Int, { nullable: true, description: 'How long it is kept after its end, in seconds.' })
  ttlSecondsAfterFinished?: number;
  @Field(() => String, { nullable: true, description: '`NonIndexed`, or `Indexed`: each pod has a number.' })
  completionMode?: string;
  @Field(() => Boolean, { nullable: true, description: 'Whether no pods shall run.' })
  suspend?: boolean;
  @Field(() => Int, { nullable: true, description: 'How often each index may fail; each waits for itself.' })
  backoffLimitPerIndex?: number;
  @Field(() => Int, { nullable: true, description: 'How many indexes may fail.' })
  maxFailedIndexes?: number;
  @Field(() => Json, { nullable: true, description: 'What a failed pod means: the first rule that matches.' })
  podFailurePolicy?: unknown;
  @Field(() => Json, { nullable: true, description: 'Which indexes make it a success before all are done.' })
  successPolicy?: unknown;
  @Field(() => String, { nullable: true, description: 'When a pod is replaced: `TerminatingOrFailed` or `Failed`.' })
  podReplacementPolicy?: string;
  @Field(() => String, { nullable: true, description: 'Who runs it, if not the job controller.' })
  managedBy?: string;
  @Field(() => Json, { nullable: true, description: 'Labels of its pods.' })
  selector?: unknown;
  @Field(() => Json, { nullable: true, description: 'What a pod looks like.' })
  template?: unknown;
}

@ObjectType({ description: 'What became of the pods of a Job.' })
export class JobStatus {
  @Field(() => Int, { nullable: true, description: 'How many have not ended.' })
  active?: number;
  @Field(() => Int, { nullable: true, description: 'How many of those are ready.' })
  ready?: number;
  @Field(() => Int, { nullable: true, description: 'How many ended well.' })
  succeeded?: number;
  @Field(() => Int, { nullable: true, description: 'How many failed.' })
  failed?: number;
  @Field(() => String, { nullable: true, description: 'Numbers of the pods that ended well: `0,2-4`.' })
  completedIndexes?: string;
  @Field(() => String, { nullable: true, description: 'Numbers of the pods that failed for good.' })
  failedIndexes?: string;
  @Field(() => Int, { nullable: true, description: 'How many are ending.' })
  terminating?: number;
  @Field(() => String, { nullable: true, description: 'When it began.' })
  startTime?: string;
  @Field(() => String, { nullable: true, description: 'When it had done what was asked.' })
  completionTime?: string;
  @Field(() => Json, { nullable: true, description: 'Whether and why it has ended.' })
  conditions?: unknown;
}

@ObjectType({ implements: () => [Resource], description: 'Pods that run to their end.' })
export class Job extends Resource {
  @Field(() => JobSpec, { nullable: true, description: 'What is asked for.' })
  spec?: JobSpec;
  @Field(() => JobStatus, { nullable: true, description: 'What is.' })
  status?: JobStatus;
}

@ObjectType({ description: 'What is asked of a CronJob.' })
export class CronJobSpec {
  @Field(() => String, { nullable: true, description: 'Five fields of cron, or a name such as `@hourly`.' })
  schedule?: string;
  @Field(() => String, { nullable: true, description: 'Where its times are meant; UTC if not given.' })
  timeZone?: string;
  @Field(() => String, { nullable: true, description: 'What happens when a job still runs: Allow, Forbid, Replace.' })
  concurrencyPolicy?: string;
  @Field(() => Boolean, { nullable: true, description: 'Whether no jobs shall be made.' })
  suspend?: boolean;
  @Field(() => Int, { nullable: true, description: 'How late a job may be made, in seconds.' })
  startingDeadlineSeconds?: number;
  @Field(() => Int, { nullable: true, description: 'How many jobs that ended well are kept.' })
  successfulJobsHistoryLimit?: number;
  @Field(() => Int, { nullable: true, description: 'How many jobs that failed are kept.' })
  failedJobsHistoryLimit?: number;
  @Field(() => Json, { nullable: true, description: 'What a job looks like.' })
  jobTemplate?: unknown;
}

@ObjectType({ description: 'What became of the jobs of a CronJob.' })
export class CronJobStatus {
  @Field(() => Json, { nullable: true, description: 'References to the jobs that run.' })
  active?: unknown;
  @Field(() => String, { nullable: true, description: 'The last time for which a job was made.' })
  lastScheduleTime?: string;
  @Field(() => String, { nullable: true, description: 'When a job last ended well.' })
  lastSuccessfulTime?: string;
}

@ObjectType({ implements: () => [Resource], description: 'Jobs by a schedule.' })
export class CronJob extends Resource {
  @Field(() => CronJobSpec, { nullable: true, description: 'What is asked for.' })
  spec?: CronJobSpec;
  @Field(() => CronJobStatus, { nullable: true, description: 'What is.' })
  status?: CronJobStatus;
}
