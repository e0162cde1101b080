import { accepted, type Operations } from '@orrery/sdk';
import { parse, stringify } from 'yaml';
import { CliError, ExitCode } from '../../command';

/** Target of a configuration file. */
export type ConfigTarget = { readonly scheduler: string } | 'admission';

/** A file of configuration, and what it is for. */
export interface ConfigDocument {
  readonly target: ConfigTarget;
  readonly content: unknown;
}

const SCHEDULER_KINDS = ['KubeSchedulerConfiguration', 'Policy'];
const MASTER_SECTIONS = ['admissionConfig', 'kubernetesMasterConfig', 'projectConfig'];
/** The scheduler that every cluster has. */
export const DEFAULT_SCHEDULER = 'default';

/** Says what a text configures. Throws {@link CliError} for anything else. */
export function readConfig(text: string, file: string, scheduler: string): ConfigDocument {
  let content: unknown;
  try {
    content = parse(text);
  } catch (error) {
    throw new CliError(`${file}: ${(error as Error).message}`, ExitCode.Usage);
  }
  const fields = (typeof content === 'object' && content !== null ? content : {}) as Record<string, unknown>;
  const isPolicy = 'predicates' in fields || 'priorities' in fields;
  if (isPolicy || SCHEDULER_KINDS.includes(String(fields['kind']))) return { target: { scheduler }, content };
  if (MASTER_SECTIONS.some((section) => section in fields)) return { target: 'admission', content };
  throw new CliError(
    `${file}: give a KubeSchedulerConfiguration, a Policy, or a master configuration with ${MASTER_SECTIONS.join(', ')}`,
    ExitCode.Usage,
  );
}

/** All of a cluster's configuration: documents of its schedulers by name, and the sections about admission. */
export async function currentConfig(operations: Operations): Promise<Record<string, unknown>> {
  const { schedulerConfigs, admissionConfig } = await operations.configurations();
  const schedulers = schedulerConfigs.map(({ scheduler, document }) => [scheduler, document as unknown]);
  return {
    schedulers: Object.fromEntries(schedulers) as Record<string, unknown>,
    admission: sectionsOf(admissionConfig),
  };
}

/** Returns the current configuration in the place of a document; null without one. */
export async function currentDocument(operations: Operations, target: ConfigTarget): Promise<unknown> {
  const { schedulerConfigs, admissionConfig } = await operations.configurations();
  if (target === 'admission') return sectionsOf(admissionConfig);
  return (schedulerConfigs.find(({ scheduler }) => scheduler === target.scheduler)?.document as unknown) ?? null;
}

/** Puts a document into force; with `dryRun` it is only checked. Returns warnings. */
export async function applyConfig(
  operations: Operations,
  { target, content }: ConfigDocument,
  dryRun: boolean,
): Promise<readonly string[]> {
  const warnings =
    target === 'admission'
      ? accepted((await operations.setAdmissionConfig({ input: { object: content } })).setAdmissionConfig).config
          ?.warnings
      : accepted(
          (await operations.setSchedulerConfig({ input: { ...target, object: content, dryRun } })).setSchedulerConfig,
        ).config?.warnings;
  return (warnings ?? []).map(({ field, reason }) => (field === '' ? reason : `${field}: ${reason}`));
}

/** A document as it is shown and compared; empty if there is none. */
export function documentText(content: unknown): string {
  return content === null ? '' : stringify(content);
}

function sectionsOf(sections: Readonly<Record<string, unknown>>): unknown {
  const given = Object.entries(sections).filter(([, value]) => value !== null);
  return given.length === 0 ? null : Object.fromEntries(given);
}
