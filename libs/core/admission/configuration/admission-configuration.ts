import { forbiddenField, type Toleration } from '@orrery/api-types';
import {
  anyObject,
  anyValue,
  boolean,
  choice,
  fields,
  FindingKind,
  isPlainObject,
  listOf,
  mapOf,
  readDocument,
  reasonOf,
  string,
  withDefault,
  type DocumentError,
  type DocumentVerdict,
  type Finding,
  type Schema,
} from '@orrery/documents';
import type { AdmissionSettings, SwitchablePlugin } from '../chain';
import { readNodeSelector } from '../pod-node-selector/node-selector-text';

/** Error in a configuration: a path into the document, with the reason. */
export type AdmissionConfigurationError = DocumentError;

/** The settings of a document, or everything that is wrong with it. */
export type AdmissionConfigurationVerdict = DocumentVerdict<AdmissionSettings>;

/** Schema of a plugin's configuration, and the settings that it gives a cluster. */
interface ConfigurablePlugin {
  readonly schema: Schema;
  readonly apply: (settings: AdmissionSettings, configuration: unknown) => AdmissionSettings;
}

/** Ties what `apply` is given to what the schema reads. */
function plugin<T>(
  schema: Schema<T>,
  apply: (settings: AdmissionSettings, configuration: T) => AdmissionSettings,
): ConfigurablePlugin {
  return { schema, apply: apply as ConfigurablePlugin['apply'] };
}

const kindOf = (kind: string): Schema<string, false> => anyValue({ values: [kind] });
const SELECTOR = string({
  expected: 'must be a text of the form "key=value,key=value"',
  check: (text) => {
    const { wrong } = readNodeSelector(text);
    return wrong === undefined ? undefined : `invalid selector: [${wrong}]`;
  },
});
const TOLERATIONS = withDefault(listOf(anyObject(), { isWhole: true, expected: 'must be a list of tolerations' }), []);
const SWITCH = fields({ kind: kindOf('DefaultAdmissionConfig'), disable: withDefault(boolean(), false) });

const POD_NODE_CONSTRAINTS = plugin(
  fields({
    kind: kindOf('PodNodeConstraintsConfig'),
    nodeSelectorLabelBlacklist: withDefault(listOf(string(), { isWhole: true, expected: 'must be a list of labels' }), [
      'kubernetes.io/hostname',
    ]),
  }),
  (settings, { nodeSelectorLabelBlacklist }) => ({ ...settings, podNodeConstraints: { nodeSelectorLabelBlacklist } }),
);

const POD_NODE_SELECTOR = plugin(
  fields({ podNodeSelectorPluginConfig: mapOf(SELECTOR, { isDotted: true }) }),
  (settings, { podNodeSelectorPluginConfig: given }) => {
    if (!given) return settings;
    const { clusterDefaultNodeSelector = '', ...whitelists } = given;
    return { ...settings, podNodeSelector: { clusterDefaultNodeSelector, whitelists } };
  },
);

/** A plugin that a `DefaultAdmissionConfig` only switches on and off. */
function switchOnly(name: SwitchablePlugin): ConfigurablePlugin {
  return plugin(SWITCH, (settings, { disable }) => {
    const others = settings.switchedOff.filter((each) => each !== name);
    return { ...settings, switchedOff: disable ? [...others, name] : others };
  });
}

const TOLERATION_LISTS = fields({ kind: anyValue(), default: TOLERATIONS, whitelist: TOLERATIONS });
const TOLERATION_SWITCH = switchOnly('PodTolerationRestriction');
const isSwitch = (configuration: unknown): boolean =>
  isPlainObject(configuration) && configuration['kind'] === 'DefaultAdmissionConfig';
/** The plugin's own configuration, or a `DefaultAdmissionConfig`, with which a cluster does without it. */
const POD_TOLERATION_RESTRICTION = plugin(
  choice<unknown>((configuration) => (isSwitch(configuration) ? SWITCH : TOLERATION_LISTS)),
  (settings, configuration) => {
    if (isSwitch(configuration)) return TOLERATION_SWITCH.apply(settings, configuration);
    const { default: defaults, whitelist } = configuration as Record<string, readonly Toleration[]>;
    return { ...settings, podTolerationRestriction: { default: defaults!, whitelist: whitelist! } };
  },
);

/** Off unless it is switched on; generations without the kind do not have it. */
const POD_SECURITY_POLICY = plugin(SWITCH, (settings, { disable }) => ({
  ...settings,
  podSecurityPolicy: disable ? ('off' as const) : ('on' as const),
}));

const PLUGINS: Readonly<Record<string, ConfigurablePlugin>> = {
  PodNodeConstraints: POD_NODE_CONSTRAINTS,
  PodNodeSelector: POD_NODE_SELECTOR,
  PodSecurityPolicy: POD_SECURITY_POLICY,
  DefaultTolerationSeconds: switchOnly('DefaultTolerationSeconds'),
  PodTolerationRestriction: POD_TOLERATION_RESTRICTION,
  LimitRanger: switchOnly('LimitRanger'),
  ResourceQuota: switchOnly('ResourceQuota'),
  ServiceAccount: switchOnly('ServiceAccount'),
};

const NO_FILES = 'files are read at start only; give the configuration itself';
const location = anyValue({ check: () => [forbiddenField('', NO_FILES)] });
const PLUGIN_CONFIG = fields(
  Object.fromEntries(
    Object.entries(PLUGINS).map(([name, { schema }]) => [name, fields({ location, configuration: schema })]),
  ),
);
/** The sections of a master configuration file that are about admission. */
export const ADMISSION_SECTIONS = fields({
  admissionConfig: fields(
    { pluginConfig: PLUGIN_CONFIG },
    { about: 'Section of the same name of a master configuration file: how admission plugins are configured.' },
  ),
  projectConfig: fields(
    { defaultNodeSelector: SELECTOR },
    { about: 'Section of the same name of a master configuration file: the default node selector of projects.' },
  ),
});

/**
 * Reads the parts of a master configuration file that are about admission, as the guide's sections 16.5 and 16.11 write
 * them: `admissionConfig.pluginConfig` and `projectConfig.defaultNodeSelector`. Settings that the document does not
 * mention stay as in `base`; other sections of such a file are ignored.
 */
export function readAdmissionConfiguration(document: unknown, base: AdmissionSettings): AdmissionConfigurationVerdict {
  const { value, findings } = readDocument(document, ADMISSION_SECTIONS);
  const errors = findings.filter(isError).map((finding) => ({ field: finding.field, reason: textOf(finding) }));
  if (errors.length > 0) return { errors };
  const { admissionConfig, projectConfig } = value!;
  const given = Object.entries(admissionConfig?.pluginConfig ?? {});
  if (base.podSecurityPolicy === undefined && given.some(([name]) => name === 'PodSecurityPolicy')) {
    const reason = 'Forbidden: the generation of the cluster has no PodSecurityPolicies';
    return { errors: [{ field: 'admissionConfig.pluginConfig.PodSecurityPolicy', reason }] };
  }
  let settings = base;
  if (projectConfig?.defaultNodeSelector !== undefined) {
    const { defaultNodeSelector } = projectConfig;
    settings = { ...settings, projectNodeSelector: { defaultNodeSelector } };
  }
  for (const [name, plugin] of given) {
    const { configuration } = plugin as { readonly configuration?: unknown };
    if (configuration !== undefined) settings = PLUGINS[name]!.apply(settings, configuration);
  }
  return { ok: settings };
}

/** Returns true for an error. Unknown fields are errors only if they name a plugin: files have other sections and fields. */
function isError({ kind, parent }: Finding): boolean {
  return kind !== FindingKind.Unknown || parent === PLUGIN_CONFIG;
}

/** Values are not shown, but for those of closed sets. */
function textOf(finding: Finding): string {
  const { kind, name, detail } = finding;
  if (kind === FindingKind.Unknown) {
    const supported = Object.keys(PLUGINS).map((each) => JSON.stringify(each));
    return `Unsupported value: ${JSON.stringify(name)}: supported values: ${supported.join(', ')}`;
  }
  const isShown = kind === FindingKind.Unsupported || finding.error;
  return isShown ? reasonOf(finding) : `Invalid value: ${detail}`;
}
