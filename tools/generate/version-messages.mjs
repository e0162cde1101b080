import { join } from 'node:path';
import { listRules, packageId, parts, readPackages, shapeOf } from './api-structs.mjs';

/**
 * The messages of versions that differ from the stored version of their kind: `bodies` has the struct of a body by its
 * `apiVersion kind`, `structs` the fields of these structs by their ids (`autoscaling.v1.HorizontalPodAutoscaler`). A
 * struct of the stored versions has the name of the tables. A version whose package is in no file has the stored message.
 * Markers are not in programs: a list has those of the field of the same name in the stored version.
 */
export function versionMessages(folder, { kinds, collected, packages, markers }) {
  const all = new Map(packages);
  for (const place of ['upstream/versions', 'overlay/versions']) {
    for (const [id, structs] of readPackages(join(folder, place))) all.set(id, { ...structs, ...all.get(id) });
  }
  const find = (id) => all.get(id.slice(0, id.lastIndexOf('.')))?.[id.slice(id.lastIndexOf('.') + 1)];
  const bodies = new Map();
  const structs = new Map();
  for (const { kind, versions = [] } of kinds) {
    const [stored, ...others] = versions.map((version) => ({ version, id: `${packageId(all, version)}.${kind}` }));
    for (const { version, id } of others.filter((other) => find(other.id))) {
      if (fits(id, stored.id)) continue;
      bodies.set(`${version} ${kind}`, id);
      add(id, packageOf(stored.id));
    }
  }
  return { bodies, structs };

  /** Returns whether a message of one struct reads the same by the other, which may have more fields. */
  function fits(id, storedId, above = new Set()) {
    if (id === storedId || above.has(id)) return true;
    const [fields, known] = [id, storedId].map((each) => find(each)?.fields);
    return Object.entries(fields ?? {}).every(([name, field]) => {
      const other = known?.[name];
      if (field.number === undefined) return true;
      if (!other || ['number', 'pointer', 'omitEmpty'].some((mark) => field[mark] !== other[mark])) return false;
      const [own, theirs] = [parts(field.type), parts(other.type)];
      if (own.wrapping !== theirs.wrapping || !own.target !== !theirs.target) return false;
      return own.target ? fits(own.target, theirs.target, new Set([...above, id])) : own.rest === theirs.rest;
    });
  }

  function add(id, storedPackage) {
    if (structs.has(id)) return;
    const fields = Object.entries(find(id).fields);
    const stored = collected.get(`${storedPackage}.${id.slice(packageOf(id).length + 1)}`);
    structs.set(id, []);
    structs.set(
      id,
      fields.map(([name, field]) => {
        const { target } = parts(field.type);
        const known = target && collected.get(target);
        if (target && !known) add(target, storedPackage);
        const { listType } = { ...stored?.fields.get(name), ...listRules(field, markers.fields[`${id}.${name}`]) };
        return { name, ...field, ...(listType ? { listType } : {}), shape: shapeOf(field.type, known?.name ?? target) };
      }),
    );
  }
}

/** `autoscaling.v1` of `autoscaling.v1.HorizontalPodAutoscaler`. */
function packageOf(id) {
  return id.slice(0, id.lastIndexOf('.'));
}
