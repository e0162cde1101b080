import { hostname } from 'node:os';
import { KubeConfig } from '@kubernetes/client-node';
import { Operator } from './operator';

const config = new KubeConfig();
config.loadFromDefault();
const operator = new Operator({ config, identity: `${hostname()}-${process.pid}` });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void operator.stop().then(() => process.exit(0)));
}
await operator.start();
