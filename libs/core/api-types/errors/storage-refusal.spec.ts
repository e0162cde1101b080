import { kindByGvk } from '../kinds/registry';
import { absentOnUpdate } from './storage-refusal';

const CONFIG_MAP = kindByGvk('v1', 'ConfigMap')!;
const place = { namespace: 'd', name: 'x' };
const NOT_FOUND = { code: 404, message: 'configmaps "x" not found' };

test.each([
  ['modern', { metadata: { uid: 'u' } }, NOT_FOUND],
  ['k8s-1.20', { metadata: {} }, NOT_FOUND],
  ['k8s-1.20', null, NOT_FOUND],
  [
    'k8s-1.20',
    { metadata: { uid: 'u' } },
    {
      code: 409,
      message:
        'Operation cannot be fulfilled on configmaps "x": StorageError: invalid object, Code: 4, Key: /registry/configmaps/d/x, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: u, UID in object meta: ',
    },
  ],
] as const)('an update of what is absent in %s with %j', (release, input, refusal) => {
  const { code, message } = absentOnUpdate(CONFIG_MAP, { ...place, input, release });
  expect({ code, message }).toEqual(refusal);
});
