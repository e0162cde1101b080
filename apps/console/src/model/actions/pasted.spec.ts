import { commands } from './commands';
import { pasted } from './pasted';

const place = { origin: 'http://127.0.0.1:8080', cluster: 'shop' };
const KUBECTL = 'kubectl --server http://127.0.0.1:8080/clusters/shop';
const SERVER = '--server http://127.0.0.1:8080';

test.each([
  [commands.cordon('n'), `${KUBECTL} cordon n`],
  [
    commands.exportAll('shop'),
    `${KUBECTL} get $(${KUBECTL} api-resources --verbs list -o name | paste -sd,) -A -o json > shop.json`,
  ],
  ['kubectl get pods && kubectl get nodes', `${KUBECTL} get pods && ${KUBECTL} get nodes`],
  [
    commands.applyText('a: kubectl get'),
    `${KUBECTL} apply --server-side --field-manager=console -f - <<'YAML'\na: kubectl get\nYAML`,
  ],
  [commands.deleteCluster('shop'), `orrery cluster delete shop ${SERVER}`],
  [commands.removeRule('busy'), `orrery fault api remove busy --cluster shop ${SERVER}`],
  [commands.addNodes({ name: 'n' }), `orrery node add n --cluster shop ${SERVER}`],
  [commands.importFiles(['a.yaml'], 'b'), `orrery import a.yaml --cluster b ${SERVER}`],
  ['orrery clock advance 5s # twice', `orrery clock advance 5s --cluster shop ${SERVER} # twice`],
  [commands.pauseClock(), commands.pauseClock()],
])('%s is pasted as %s', (command, want) => expect(pasted(command, place)).toBe(want));
