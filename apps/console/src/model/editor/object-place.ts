/** Kind that is listed, or an object of it, from the address of the view. */
export interface ObjectPlace {
  readonly apiVersion: string;
  readonly kind: string;
  /** Namespace of the object, or that to which the table is limited. */
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  /** Label selector of the table. */
  readonly labels?: string | undefined;
  /** Field selector of the table. */
  readonly fields?: string | undefined;
  /** Part of the page of an object; {@link NEW} for the editor of a new one. */
  readonly tab?: string | undefined;
}

/** Tab of a place at which an object is made. */
export const NEW = 'new';

/** Kind that is listed where the address names none. */
const USUAL = { apiVersion: 'v1', kind: 'Pod' } as const;

export function placeOf(query: URLSearchParams): ObjectPlace {
  const text = (key: string): string | undefined => query.get(key) || undefined;
  return {
    apiVersion: text('apiVersion') ?? USUAL.apiVersion,
    kind: text('kind') ?? USUAL.kind,
    namespace: text('namespace'),
    name: text('name'),
    labels: text('labels'),
    fields: text('fields'),
    tab: text('tab'),
  };
}

/** The part of an address after `?` that leads to an object. */
export function placeQuery(place: ObjectPlace): string {
  const said = Object.entries(place).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return new URLSearchParams(said).toString();
}

/** Returns the initial text of a new object of a kind. */
export function newObjectText({ apiVersion, kind }: ObjectPlace, isNamespaced: boolean): string {
  const lines = [
    `apiVersion: ${apiVersion}`,
    `kind: ${kind}`,
    'metadata:',
    '  name: example',
    ...(isNamespaced ? ['  namespace: default'] : []),
    ...(STARTS[`${apiVersion} ${kind}`] ?? []),
  ];
  return `${lines.join('\n')}\n`;
}

const CONTAINER = (indent: string): readonly string[] => [
  `${indent}containers:`,
  `${indent}  - name: app`,
  `${indent}    image: nginx`,
  `${indent}    resources:`,
  `${indent}      requests:`,
  `${indent}        cpu: 250m`,
  `${indent}        memory: 128Mi`,
];
const TEMPLATE = [
  '  selector:',
  '    matchLabels:',
  '      app: example',
  '  template:',
  '    metadata:',
  '      labels:',
  '        app: example',
  '    spec:',
  ...CONTAINER('      '),
] as const;

/** Kinds that are often made begin with more than their names. */
const STARTS: Readonly<Record<string, readonly string[]>> = {
  'v1 Pod': ['spec:', ...CONTAINER('  ')],
  'apps/v1 Deployment': ['spec:', '  replicas: 2', ...TEMPLATE],
  'apps/v1 DaemonSet': ['spec:', ...TEMPLATE],
};
