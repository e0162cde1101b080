type Json = Record<string, unknown>;

/** Forms in which the body of an answer is compared, where the whole body contains more than the request asks for. */
export const VIEWS: Readonly<Record<string, (body: unknown) => unknown>> = {
  /** Rows without the owners of their objects. */
  tables: (body) => {
    if (!isKind(body, 'Table')) return body;
    const rows = itemsOf(body, 'rows').map((row) => {
      const object = row['object'] as Json | undefined;
      return object ? { ...row, object: withoutOwners(object) } : row;
    });
    const columns = itemsOf(body, 'columnDefinitions').map((column) => ({ description: '', ...column }));
    return {
      ...body,
      ...(body['rows'] ? { rows } : {}),
      ...(body['columnDefinitions'] ? { columnDefinitions: columns } : {}),
    };
  },
  /** Rules of a review in one order. */
  rules: (body) => {
    const status = isRecord(body) ? (body['status'] as Json | undefined) : undefined;
    if (!isRecord(body) || !status) return body;
    const sorted = (field: string): unknown[] => [...itemsOf(status, field)].sort(byText);
    return {
      ...body,
      status: { ...status, resourceRules: sorted('resourceRules'), nonResourceRules: sorted('nonResourceRules') },
    };
  },
  /** Names of the objects of a list, without those that only one server has. */
  names: (body) => {
    if (!isList(body)) return body;
    const metadata = itemsOf(body, 'items').map((item) => (item['metadata'] ?? {}) as Json);
    const items = metadata.filter(({ name, namespace }) => !isOfServer(String(name), String(namespace)));
    return { kind: body['kind'], metadata: body['metadata'], items: items.map(({ name }) => name) };
  },
  /** Parts that controllers made: owners, finalizers, annotations and keys of labels. */
  shapes: (body) =>
    !isList(body)
      ? body
      : itemsOf(body, 'items').map((item) => {
          const { ownerReferences, finalizers, annotations, labels } = item['metadata'] as Json;
          return [
            item['kind'],
            ((ownerReferences ?? []) as unknown[]).length,
            [...((finalizers ?? []) as string[])].sort(),
            Object.entries((annotations ?? {}) as Json).sort(byText),
            Object.keys((labels ?? {}) as Json).sort(),
          ];
        }),
  /** Objects of a list by their names, without owners. */
  byName: (body) => {
    if (!isList(body)) return body;
    const items = itemsOf(body, 'items').map((item) => [(item['metadata'] as Json)['name'], withoutOwners(item)]);
    return { ...body, items: Object.fromEntries(items) as unknown };
  },
  /** Resources of a group by their names. */
  byResource: (body) => {
    if (!isRecord(body) || !Array.isArray(body['resources'])) return body;
    return {
      ...body,
      resources: Object.fromEntries(itemsOf(body, 'resources').map((each) => [each['name'], each])) as unknown,
    };
  },
};

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isKind(value: unknown, kind: string): value is Json {
  return isRecord(value) && value['kind'] === kind;
}

function isList(value: unknown): value is Json {
  return isRecord(value) && Array.isArray(value['items']);
}

function itemsOf(object: Json, field: string): Json[] {
  return (object[field] ?? []) as Json[];
}

function withoutOwners(object: Json): Json {
  const { managedFields: _managedFields, ...metadata } = (object['metadata'] ?? {}) as Json;
  return { ...object, metadata };
}

function isOfServer(name: string, namespace: string): boolean {
  return (
    name.startsWith('default-token') ||
    name.startsWith('gen-') ||
    namespace === 'kube-system' ||
    namespace === 'kube-public'
  );
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}
