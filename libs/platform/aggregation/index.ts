export { FrontProxy } from './front-proxy';
export { fetchJson } from './fetch-json';
export { isRemote, RemoteError, remoteServer, type RemoteServer } from './remote-server';
export { identityHeaders, isIdentityHeader } from './identity-headers';
