import type { FieldError } from '@orrery/api-types';
import { fields, listOf, withDefault, type Fields, type ValueOf } from '@orrery/documents';
import { BOOL, broken, STRING, STRINGS } from '../policy/args-schema';

/** Protections of whole groups of pods from eviction. */
export const PodProtection = {
  PodsWithLocalStorage: 'PodsWithLocalStorage',
  DaemonSetPods: 'DaemonSetPods',
  SystemCriticalPods: 'SystemCriticalPods',
  FailedBarePods: 'FailedBarePods',
  PodsWithPVC: 'PodsWithPVC',
  PodsWithoutPDB: 'PodsWithoutPDB',
  PodsWithResourceClaims: 'PodsWithResourceClaims',
} as const;
export type PodProtection = (typeof PodProtection)[keyof typeof PodProtection];

/** Protections that are on by default; in the order in which errors list them. */
const DEFAULT_PROTECTIONS: readonly PodProtection[] = [
  PodProtection.PodsWithLocalStorage,
  PodProtection.SystemCriticalPods,
  PodProtection.FailedBarePods,
  PodProtection.DaemonSetPods,
];

const EXTRA_PROTECTIONS: readonly PodProtection[] = [
  PodProtection.PodsWithPVC,
  PodProtection.PodsWithoutPDB,
  PodProtection.PodsWithResourceClaims,
];

/** Old booleans that switch a default protection off. */
const DISABLING: Readonly<Record<string, PodProtection>> = {
  evictLocalStoragePods: PodProtection.PodsWithLocalStorage,
  evictDaemonSetPods: PodProtection.DaemonSetPods,
  evictSystemCriticalPods: PodProtection.SystemCriticalPods,
  evictFailedBarePods: PodProtection.FailedBarePods,
};

/** Old booleans that switch an extra protection on. */
const ENABLING: Readonly<Record<string, PodProtection>> = {
  ignorePvcPods: PodProtection.PodsWithPVC,
  ignorePodsWithoutPDB: PodProtection.PodsWithoutPDB,
};

const switches = (names: Readonly<Record<string, PodProtection>>): Fields =>
  Object.fromEntries(Object.keys(names).map((name) => [name, BOOL]));

const PROTECTED_CLASS = fields(
  { name: withDefault(STRING, '') },
  {
    name: 'ProtectedStorageClass',
    check: ({ name }) => (name ? undefined : [broken('name', 'protected storage class name cannot be empty')]),
  },
);

const POD_PROTECTIONS = fields(
  {
    extraEnabled: withDefault(STRINGS, []),
    defaultDisabled: withDefault(STRINGS, []),
    config: fields(
      {
        [PodProtection.PodsWithPVC]: fields(
          { protectedStorageClasses: listOf(PROTECTED_CLASS, { name: '[]ProtectedStorageClass' }) },
          { name: 'PodsWithPVCConfig' },
        ),
      },
      { name: 'PodProtectionsConfig' },
    ),
  },
  { name: 'PodProtections' },
);

/** The arguments of the DefaultEvictor that protections come from: lists, or old booleans. */
export const PROTECTION_FIELDS = { ...switches(DISABLING), ...switches(ENABLING), podProtections: POD_PROTECTIONS };

/** Protection arguments as read. */
export interface ProtectionArgs {
  readonly podProtections?: ValueOf<typeof POD_PROTECTIONS>;
  readonly [oldBoolean: string]: unknown;
}

/** The protections in force. */
export function protectionsOf(args: ProtectionArgs): {
  readonly protections: ReadonlySet<PodProtection>;
  readonly protectedStorageClasses: readonly string[];
} {
  const protections = new Set(DEFAULT_PROTECTIONS);
  for (const [key, protection] of Object.entries(DISABLING)) if (args[key]) protections.delete(protection);
  for (const [key, protection] of Object.entries(ENABLING)) if (args[key]) protections.add(protection);
  const { extraEnabled = [], defaultDisabled = [] } = args.podProtections ?? {};
  // The rules have left no other names.
  for (const protection of defaultDisabled) protections.delete(protection as PodProtection);
  for (const protection of extraEnabled) protections.add(protection as PodProtection);
  return { protections, protectedStorageClasses: storageClasses(args) };
}

function storageClasses({ podProtections }: ProtectionArgs): string[] {
  const classes = podProtections?.config?.[PodProtection.PodsWithPVC]?.protectedStorageClasses ?? [];
  return classes.map(({ name }) => name);
}

/** Returns the errors of them: lists and booleans must not be combined. */
export function protectionErrors(args: ProtectionArgs): FieldError[] {
  if (!args.podProtections) return [];
  const { extraEnabled, defaultDisabled } = args.podProtections;
  const usesBooleans = [...Object.keys(DISABLING), ...Object.keys(ENABLING)].some((key) => args[key]);
  const isMixed = usesBooleans && defaultDisabled.length + extraEnabled.length > 0;
  const isIdle = storageClasses(args).length > 0 && !extraEnabled.includes(PodProtection.PodsWithPVC);
  return [
    ...(isMixed
      ? [
          broken(
            'podProtections',
            'cannot use Deprecated fields alongside PodProtections.ExtraEnabled or PodProtections.DefaultDisabled',
          ),
        ]
      : []),
    ...nameErrors({ extraEnabled, defaultDisabled }),
    ...(isIdle
      ? [broken('podProtections', 'PodsWithPVC protection needs to be enabled when setting protected storage classes')]
      : []),
  ];
}

/** Returns the errors in the words, and the order, of the real descheduler (v0.34 `defaultevictor/validation.go`). */
function nameErrors({
  extraEnabled,
  defaultDisabled,
}: Readonly<Record<'extraEnabled' | 'defaultDisabled', readonly string[]>>): FieldError[] {
  const lists = [
    { key: 'extraEnabled', title: 'ExtraEnabled', names: extraEnabled, allowed: EXTRA_PROTECTIONS },
    { key: 'defaultDisabled', title: 'DefaultDisabled', names: defaultDisabled, allowed: DEFAULT_PROTECTIONS },
  ];
  const unknown = lists.flatMap(({ key, title, names, allowed }) => {
    const options = `Valid options are: [${allowed.join(' ')}]`;
    return [...new Set(names)]
      .filter((name) => !(allowed as readonly string[]).includes(name))
      .map((name) =>
        broken(
          `podProtections.${key}`,
          `invalid pod protection policy in ${title}: ${JSON.stringify(name)}. ${options}`,
        ),
      );
  });
  const repeated = lists
    .reverse()
    .filter(({ names }) => new Set(names).size < names.length)
    .map(({ key, title }) => broken(`podProtections.${key}`, `PodProtections.${title} contains duplicate entries`));
  return [...unknown, ...repeated];
}
