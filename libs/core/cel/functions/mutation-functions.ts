import type { Environment } from '@marcbachmann/cel-js';

class JsonPatchLibrary {}

/** `jsonpatch.escapeKey`: a key as a step of a path (`apiserver/pkg/cel/library/jsonpatch.go` upstream). */
export function addMutationFunctions(environment: Environment): void {
  environment
    .registerType('JSONPatchLibrary', { ctor: JsonPatchLibrary, fields: {} })
    .registerConstant('jsonpatch', 'JSONPatchLibrary', new JsonPatchLibrary())
    .registerFunction('JSONPatchLibrary.escapeKey(string): string', (_library: JsonPatchLibrary, key: string) =>
      key.replaceAll('~', '~0').replaceAll('/', '~1'),
    );
}
