/** Functions that came with a minor release of Kubernetes (`apiserver/pkg/cel/environment/base.go`). */
export interface Library {
  /** The minor release of which new expressions may call them. */
  readonly since: number;
  /** `owner.name(arguments): result`; capital letters are types that are found while checking. */
  readonly signatures: readonly string[];
}

const TIMES = ['google.protobuf.Timestamp', 'google.protobuf.Duration'] as const;
const [TIMESTAMP, DURATION] = TIMES;
const NUMBERS = ['int', 'uint', 'double'];
const ORDERED = [...NUMBERS, 'bool', 'string', 'bytes', ...TIMES];

/** Signatures of operators (`common/stdlib/standard.go` and `cel/library.go` of cel-go, with comparisons across numbers). */
const OPERATORS: readonly string[] = [
  ...['_==_', '_!=_'].map((name) => `${name}(A, A): bool`),
  ...['_<_', '_<=_', '_>_', '_>=_'].flatMap((name) => [
    ...ORDERED.map((type) => `${name}(${type}, ${type}): bool`),
    ...pairs(NUMBERS).map(([a, b]) => `${name}(${a}, ${b}): bool`),
  ]),
  ...[...NUMBERS, 'string', 'bytes', 'list<A>', DURATION].map((type) => `_+_(${type}, ${type}): ${type}`),
  `_+_(${TIMESTAMP}, ${DURATION}): ${TIMESTAMP}`,
  `_+_(${DURATION}, ${TIMESTAMP}): ${TIMESTAMP}`,
  ...[...NUMBERS, DURATION].map((type) => `_-_(${type}, ${type}): ${type}`),
  `_-_(${TIMESTAMP}, ${TIMESTAMP}): ${DURATION}`,
  `_-_(${TIMESTAMP}, ${DURATION}): ${TIMESTAMP}`,
  ...['_*_', '_/_'].flatMap((name) => NUMBERS.map((type) => `${name}(${type}, ${type}): ${type}`)),
  ...['int', 'uint'].map((type) => `_%_(${type}, ${type}): ${type}`),
  ...['int', 'double'].map((type) => `-_(${type}): ${type}`),
  '!_(bool): bool',
  '_?_:_(bool, A, A): A',
  '@in(A, list<A>): bool',
  '@in(A, map<A, B>): bool',
  '_[_](list<A>, int): A',
  '_[_](map<A, B>, A): B',
];

/** Functions of the language itself (`common/stdlib/standard.go`). */
const STANDARD: readonly string[] = [
  ...['bool', 'string'].map((type) => `bool(${type}): bool`),
  ...['bytes', 'string'].map((type) => `bytes(${type}): bytes`),
  ...[...NUMBERS, 'string'].map((type) => `double(${type}): double`),
  ...[DURATION, 'int', 'string'].map((type) => `duration(${type}): ${DURATION}`),
  'dyn(A): dyn',
  ...[...NUMBERS, 'string', ...TIMES].map((type) => `int(${type}): int`),
  ...ORDERED.map((type) => `string(${type}): string`),
  ...[TIMESTAMP, 'int', 'string'].map((type) => `timestamp(${type}): ${TIMESTAMP}`),
  'type(A): type',
  ...[...NUMBERS, 'string'].map((type) => `uint(${type}): uint`),
  ...['string', 'bytes', 'list<A>', 'map<A, B>'].flatMap((type) => [`size(${type}): int`, `${type}.size(): int`]),
  ...['contains', 'endsWith', 'startsWith', 'matches'].map((name) => `string.${name}(string): bool`),
  'matches(string, string): bool',
  ...[
    'FullYear',
    'Month',
    'DayOfYear',
    'DayOfMonth',
    'Date',
    'DayOfWeek',
    'Hours',
    'Minutes',
    'Seconds',
    'Milliseconds',
  ].flatMap((part) => [`${TIMESTAMP}.get${part}(): int`, `${TIMESTAMP}.get${part}(string): int`]),
  ...['Hours', 'Minutes', 'Seconds', 'Milliseconds'].map((part) => `${DURATION}.get${part}(): int`),
];

/** `ext/strings.go` of version 2. */
const STRINGS: readonly string[] = [
  'string.charAt(int): string',
  ...['indexOf', 'lastIndexOf'].flatMap((name) => [`string.${name}(string): int`, `string.${name}(string, int): int`]),
  ...['lowerAscii', 'upperAscii', 'trim'].map((name) => `string.${name}(): string`),
  'string.replace(string, string): string',
  'string.replace(string, string, int): string',
  'string.split(string): list<string>',
  'string.split(string, int): list<string>',
  'string.substring(int): string',
  'string.substring(int, int): string',
  'string.format(list<dyn>): string',
  'strings.quote(string): string',
  'list<string>.join(): string',
  'list<string>.join(string): string',
];

/** `library/urls.go`, `regex.go` and `lists.go`. */
const FIRST: readonly string[] = [
  'url(string): URL',
  'isURL(string): bool',
  ...['Scheme', 'Host', 'Hostname', 'Port', 'EscapedPath'].map((part) => `URL.get${part}(): string`),
  'URL.getQuery(): map<string, list<string>>',
  'string.find(string): string',
  'string.findAll(string): list<string>',
  'string.findAll(string, int): list<string>',
  ...ORDERED.flatMap((type) => [
    `list<${type}>.isSorted(): bool`,
    `list<${type}>.min(): ${type}`,
    `list<${type}>.max(): ${type}`,
  ]),
  ...[...NUMBERS, DURATION].map((type) => `list<${type}>.sum(): ${type}`),
  'list<T>.indexOf(T): int',
  'list<T>.lastIndexOf(T): int',
];

/** `library/authz.go`. */
const AUTHORIZER: readonly string[] = [
  'Authorizer.path(string): PathCheck',
  'Authorizer.group(string): GroupCheck',
  'Authorizer.serviceAccount(string, string): Authorizer',
  'GroupCheck.resource(string): ResourceCheck',
  ...['subresource', 'namespace', 'name'].map((name) => `ResourceCheck.${name}(string): ResourceCheck`),
  'PathCheck.check(string): Decision',
  'ResourceCheck.check(string): Decision',
  'Decision.allowed(): bool',
  'Decision.reason(): string',
  'Decision.errored(): bool',
  'Decision.error(): string',
];

/** `OptionalTypes` of cel-go and `library/quantity.go`. The sign of a quantity has a function without a target there. */
const OPTIONALS: readonly string[] = [
  'optional.of(T): optional<T>',
  'optional.ofNonZeroValue(T): optional<T>',
  'optional.none(): optional<T>',
  'optional.unwrap(list<optional<T>>): list<T>',
  'list<optional<T>>.unwrapOpt(): list<T>',
  'list<T>.first(): optional<T>',
  'list<T>.last(): optional<T>',
  'optional<T>.hasValue(): bool',
  'optional<T>.value(): T',
  'optional<T>.or(optional<T>): optional<T>',
  'optional<T>.orValue(T): T',
  '_[_](optional<list<V>>, int): optional<V>',
  '_[_](optional<map<K, V>>, K): optional<V>',
  '_[?_](list<V>, int): optional<V>',
  '_[?_](optional<list<V>>, int): optional<V>',
  '_[?_](map<K, V>, K): optional<V>',
  '_[?_](optional<map<K, V>>, K): optional<V>',
];

const QUANTITIES: readonly string[] = [
  'quantity(string): Quantity',
  'isQuantity(string): bool',
  'sign(Quantity): int',
  'Quantity.isGreaterThan(Quantity): bool',
  'Quantity.isLessThan(Quantity): bool',
  'Quantity.compareTo(Quantity): int',
  'Quantity.asApproximateFloat(): double',
  'Quantity.asInteger(): int',
  'Quantity.isInteger(): bool',
  ...['add', 'sub'].flatMap((name) => ['Quantity', 'int'].map((type) => `Quantity.${name}(${type}): Quantity`)),
];

/** `library/ip.go` and `cidr.go`. */
const ADDRESSES: readonly string[] = [
  'ip(string): IP',
  'isIP(string): bool',
  'ip.isCanonical(string): bool',
  'IP.family(): int',
  ...['Unspecified', 'Loopback', 'LinkLocalMulticast', 'LinkLocalUnicast', 'GlobalUnicast'].map(
    (name) => `IP.is${name}(): bool`,
  ),
  'string(IP): string',
  'cidr(string): CIDR',
  'isCIDR(string): bool',
  ...['string', 'IP'].map((type) => `CIDR.containsIP(${type}): bool`),
  ...['string', 'CIDR'].map((type) => `CIDR.containsCIDR(${type}): bool`),
  'CIDR.ip(): IP',
  'CIDR.prefixLength(): int',
  'CIDR.masked(): CIDR',
  'string(CIDR): string',
];

/** Names of formats (`library/format.go`), each a function of `format`. */
export const FORMAT_NAMES = [
  'dns1123Label',
  'dns1123Subdomain',
  'dns1035Label',
  'qualifiedName',
  'dns1123LabelPrefix',
  'dns1123SubdomainPrefix',
  'dns1035LabelPrefix',
  'labelValue',
  'uri',
  'uuid',
  'byte',
  'date',
  'datetime',
] as const;

const FORMATS: readonly string[] = [
  'format.named(string): optional<Format>',
  'Format.validate(string): optional<list<string>>',
  ...FORMAT_NAMES.map((name) => `format.${name}(): Format`),
  ...['fieldSelector', 'labelSelector'].map((name) => `ResourceCheck.${name}(string): ResourceCheck`),
];

/** `library/semverlib.go` of version 1. */
const VERSIONS: readonly string[] = [
  ...['semver(string)', 'semver(string, bool)'].map((form) => `${form}: Semver`),
  ...['isSemver(string)', 'isSemver(string, bool)'].map((form) => `${form}: bool`),
  ...['major', 'minor', 'patch'].map((name) => `Semver.${name}(): int`),
  ...['isGreaterThan', 'isLessThan'].map((name) => `Semver.${name}(Semver): bool`),
  'Semver.compareTo(Semver): int',
];

/** `ext/lists.go` of version 3. */
const LISTS: readonly string[] = [
  'list<T>.slice(int, int): list<T>',
  'list<list<T>>.flatten(): list<T>',
  'list<dyn>.flatten(int): list<dyn>',
  'lists.range(int): list<int>',
  'list<T>.reverse(): list<T>',
  'list<T>.distinct(): list<T>',
  ...ORDERED.map((type) => `list<${type}>.sort(): list<${type}>`),
];

/** All libraries, as in `base.go` of Kubernetes 1.34; functions from before 1.28 are in every release. */
export const LIBRARIES: readonly Library[] = [
  { since: 0, signatures: [...OPERATORS, ...STANDARD, ...FIRST] },
  { since: 27, signatures: AUTHORIZER },
  { since: 28, signatures: [...OPTIONALS, ...QUANTITIES] },
  {
    since: 29,
    signatures: [
      ...STRINGS,
      ...['contains', 'equivalent', 'intersects'].map((name) => `sets.${name}(list<T>, list<T>): bool`),
    ],
  },
  { since: 30, signatures: ADDRESSES },
  { since: 31, signatures: FORMATS },
  { since: 33, signatures: VERSIONS },
  { since: 34, signatures: LISTS },
];

/**
 * Minor release whose functions new expressions may use: the one before 1.34, so that a cluster can be downgraded to it
 * (`DefaultCompatibilityVersion`).
 */
export const NEW_EXPRESSIONS = 33;
/** Stored expressions may use all that the server knows. */
export const STORED_EXPRESSIONS = Infinity;

function pairs(names: readonly string[]): [string, string][] {
  return names.flatMap((a) => names.filter((b) => b !== a).map((b): [string, string] => [a, b]));
}
