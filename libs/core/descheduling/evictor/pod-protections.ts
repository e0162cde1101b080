import type { FieldReader } from '../policy/field-reader';

/** What keeps whole groups of pods from being evicted. */
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

/** On unless switched off; in the order in which errors list them. */
export const DEFAULT_PROTECTIONS: readonly PodProtection[] = [
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

/** The protections in force, from the lists or the old booleans, which must not be combined. */
export function readPodProtections(reader: FieldReader): {
  readonly protections: ReadonlySet<PodProtection>;
  readonly protectedStorageClasses: readonly string[];
} {
  const protections = new Set(DEFAULT_PROTECTIONS);
  let usesBooleans = false;
  for (const [key, protection] of Object.entries(DISABLING)) {
    if (!reader.bool(key)) continue;
    usesBooleans = true;
    protections.delete(protection);
  }
  for (const [key, protection] of Object.entries(ENABLING)) {
    if (!reader.bool(key)) continue;
    usesBooleans = true;
    protections.add(protection);
  }
  const lists = reader.object('podProtections', 'PodProtections');
  if (!lists) return { protections, protectedStorageClasses: [] };
  const enabled = lists.strings('extraEnabled') ?? [];
  const disabled = lists.strings('defaultDisabled') ?? [];
  const protectedStorageClasses = readStorageClasses(lists);
  lists.refuseUnknown();
  if (usesBooleans && disabled.length + enabled.length > 0) {
    const reason =
      'cannot use Deprecated fields alongside PodProtections.ExtraEnabled or PodProtections.DefaultDisabled';
    reader.invalid('podProtections', reason);
  }
  refuseUnknownNames(lists, { extraEnabled: enabled, defaultDisabled: disabled });
  if (protectedStorageClasses.length > 0 && !enabled.includes(PodProtection.PodsWithPVC)) {
    const reason = 'PodsWithPVC protection needs to be enabled when setting protected storage classes';
    reader.invalid('podProtections', reason);
  }
  for (const protection of disabled) protections.delete(protection as PodProtection);
  for (const protection of enabled) protections.add(protection as PodProtection);
  return { protections, protectedStorageClasses };
}

/** In the words, and the order, of the real descheduler (v0.34 `defaultevictor/validation.go`). */
function refuseUnknownNames(
  reader: FieldReader,
  { extraEnabled, defaultDisabled }: Readonly<Record<'extraEnabled' | 'defaultDisabled', readonly string[]>>,
): void {
  const lists = [
    { key: 'extraEnabled', title: 'ExtraEnabled', names: extraEnabled, allowed: EXTRA_PROTECTIONS },
    { key: 'defaultDisabled', title: 'DefaultDisabled', names: defaultDisabled, allowed: DEFAULT_PROTECTIONS },
  ];
  for (const { key, title, names, allowed } of lists) {
    for (const name of new Set(names)) {
      if ((allowed as readonly string[]).includes(name)) continue;
      const options = `Valid options are: [${allowed.join(' ')}]`;
      reader.invalid(key, `invalid pod protection policy in ${title}: ${JSON.stringify(name)}. ${options}`);
    }
  }
  for (const { key, title, names } of lists.reverse()) {
    if (new Set(names).size < names.length) {
      reader.invalid(key, `PodProtections.${title} contains duplicate entries`);
    }
  }
}

function readStorageClasses(reader: FieldReader): string[] {
  const config = reader.object('config', 'PodProtectionsConfig');
  const ofClaims = config?.object(PodProtection.PodsWithPVC, 'PodsWithPVCConfig');
  const classes = ofClaims?.objects('protectedStorageClasses', 'ProtectedStorageClass') ?? [];
  const names = classes.map((entry) => {
    const name = entry.string('name');
    if (!name) entry.invalid('name', 'protected storage class name cannot be empty');
    entry.refuseUnknown();
    return name ?? '';
  });
  ofClaims?.refuseUnknown();
  config?.refuseUnknown();
  return names;
}
