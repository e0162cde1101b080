import { decideByRoles, resourceAccess, serviceAccountUser, type Access, type Decision } from '@orrery/access';
import type { AccessOracle } from '@orrery/admission';
import type { Actor } from '../access/actor';

const ALLOWED: Decision = { allowed: true, reason: '' };

/** Makes the access oracle for the origin of a request; components of the control plane may do everything. */
export function accessOf(actor: Actor | undefined): AccessOracle {
  return oracle(actor, (access) => actor?.decide(access) ?? ALLOWED);
}

function oracle(actor: Actor | undefined, decide: (access: Access) => Decision): AccessOracle {
  return {
    decide: ({ path, verb, ...resource }) =>
      decide(path === undefined ? resourceAccess({ verb, ...resource }) : { verb, path }),
    serviceAccount: (namespace, name) => {
      const roles = actor?.roles;
      return oracle(actor, (access) =>
        roles ? decideByRoles(roles, serviceAccountUser(namespace, name), access) : ALLOWED,
      );
    },
  };
}
