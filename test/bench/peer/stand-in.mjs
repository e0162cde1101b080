// Stands in for a program of the real control plane in the test of `bench:peer --kube-bin`: the API server is the floor behind TLS,
// with the key pair in the folder of the programs; the others only run.
//   stand-in.mjs FOLDER PROGRAM FLAGS
import { readFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { handle } from './floor.mjs';

const [folder, program, ...flags] = process.argv.slice(2);
const flag = (name) => flags.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);

if (program === 'kube-apiserver') {
  const [key, cert] = ['key.pem', 'cert.pem'].map((file) => readFileSync(join(folder, file)));
  // A client without the token of the file that the flags name is not known.
  const [token] = readFileSync(flag('token-auth-file'), 'utf8').split(',');
  const server = https.createServer({ key, cert }, (request, response) => {
    if (request.headers.authorization === `Bearer ${token}`) return handle(request, response);
    response.writeHead(401).end();
  });
  server.listen(Number(flag('secure-port')), '127.0.0.1');
} else {
  setInterval(() => undefined, 60_000);
}
