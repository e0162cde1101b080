import {
  activeAdmissionPlugins,
  admissionSettingsOf,
  configuredSchedulers,
  masterConfigErrors,
  masterConfigWarnings,
  parseMasterConfig,
  type ClusterRuntime,
  type ClusterSettings,
} from '@orrery/control-plane';
import { documentUserError } from '../errors/document-errors';
import { badUserInput } from '../errors/input-error';
import type { UserError } from '../errors/user-errors';
import { clusterRight } from '../access/access-rules';
import { clusterAction } from '../action';
import { flag, input, json, yaml, type InputOf } from '../input/inputs';
import { one } from '../input/results';

const SET_ADMISSION_CONFIG = input(
  'Sections `admissionConfig`, `projectConfig` and `kubernetesMasterConfig` of a master configuration file: exactly one of `yaml`, `object` and `remove`. They replace the former ones.',
  {
    optional: {
      yaml: yaml('The file as YAML or JSON text; `warnings` lists other sections.'),
      object: json('The same as an object.'),
      remove: flag('Restores the defaults.'),
    },
  },
);
type SetAdmissionConfigInput = InputOf<typeof SET_ADMISSION_CONFIG>;

export const setAdmissionConfigAction = clusterAction({
  name: 'setAdmissionConfig',
  about: 'Configures admission plugins by sections of a master configuration file; effective from the next write.',
  right: clusterRight('update'),
  input: SET_ADMISSION_CONFIG,
  inputAbout: 'The configuration.',
  result: {
    name: 'AdmissionConfigPayload',
    about: 'Result of a change of the configuration.',
    fields: { config: one('AdmissionConfig', 'The resulting configuration.') },
  },
  perform: ({ runtime }, given) => setAdmissionConfig(runtime, given),
});

/** Returns the admission configuration of a cluster, in the shape of its GraphQL type. */
export function admissionConfigOf({ settings }: ClusterRuntime): object {
  const { admissionConfig = null, projectConfig = null, kubernetesMasterConfig = null } = settings;
  const sections = { admissionConfig, projectConfig, kubernetesMasterConfig };
  return {
    plugins: activeAdmissionPlugins(admissionSettingsOf(settings)),
    ...sections,
    warnings: masterConfigWarnings(sections),
  };
}

/** Replaces the sections of a master configuration file that a cluster has; errors become data of the payload. */
async function setAdmissionConfig(
  runtime: ClusterRuntime,
  input: SetAdmissionConfigInput,
): Promise<{ config?: unknown; errors?: readonly UserError[] }> {
  const document = documentOf(input);
  const sections = sectionsOf(document);
  const planned = withSections(runtime.settings, sections);
  const errors = [...masterConfigErrors(planned), ...(configuredSchedulers(planned, runtime.plugins).errors ?? [])];
  if (errors.length > 0) {
    const place = [input.yaml == null ? 'object' : 'yaml'];
    return { errors: errors.map((error) => documentUserError(error, place)) };
  }
  await runtime.changeSettings((settings) => withSections(settings, sections));
  // Sections that have no effect are not kept, so this is where they are named.
  return { config: { ...admissionConfigOf(runtime), warnings: masterConfigWarnings(document) } };
}

type Sections = Pick<ClusterSettings, 'admissionConfig' | 'projectConfig' | 'kubernetesMasterConfig'>;

function documentOf({ yaml, object, remove }: SetAdmissionConfigInput): Record<string, unknown> {
  const given = [yaml != null, object != null, remove === true].filter(Boolean).length;
  if (given !== 1) throw badUserInput('specify exactly one of yaml, object, remove');
  if (remove) return {};
  const document = yaml == null ? object : textOf(yaml);
  if (typeof document !== 'object' || Array.isArray(document))
    throw badUserInput('object: must be an object', ['object']);
  return document as Record<string, unknown>;
}

function sectionsOf({ admissionConfig, projectConfig, kubernetesMasterConfig }: Sections): Sections {
  return {
    ...(admissionConfig == null ? {} : { admissionConfig }),
    ...(projectConfig == null ? {} : { projectConfig }),
    ...(kubernetesMasterConfig == null ? {} : { kubernetesMasterConfig }),
  };
}

function textOf(yaml: string): unknown {
  const parsed = parseMasterConfig(yaml);
  if ('error' in parsed) throw badUserInput(`yaml: ${parsed.error}`, ['yaml']);
  return parsed.ok;
}

function withSections(settings: ClusterSettings, sections: Sections): ClusterSettings {
  const { admissionConfig: _admission, projectConfig: _project, kubernetesMasterConfig: _master, ...others } = settings;
  return { ...others, ...sections };
}
