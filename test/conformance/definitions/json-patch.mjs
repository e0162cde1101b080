// JSON Patch (RFC 6902) as suites use it on definitions: `add`, `replace`, `remove`.

/** A copy of a document with the operations applied one after the other. */
export function applyPatch(document, operations) {
  const copy = structuredClone(document);
  for (const { op, path, value } of operations) apply(copy, op, stepsOf(path), value);
  return copy;
}

function stepsOf(path) {
  return path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function apply(document, op, steps, value) {
  const last = steps.at(-1);
  const owner = steps.slice(0, -1).reduce((inner, step) => {
    if (inner?.[step] === undefined) throw new Error(`no such path: /${steps.join('/')}`);
    return inner[step];
  }, document);
  switch (op) {
    case 'add':
      if (Array.isArray(owner)) owner.splice(last === '-' ? owner.length : Number(last), 0, value);
      else owner[last] = value;
      return;
    case 'replace':
      owner[last] = value;
      return;
    case 'remove':
      if (Array.isArray(owner)) owner.splice(Number(last), 1);
      else delete owner[last];
      return;
    default:
      throw new Error(`unknown operation of a patch: ${op}`);
  }
}
