export { FrontProxy } from './front-proxy';
export { fetchDocument, fetchJson, type FetchedDocument } from './fetch-json';
export { isRemote, RemoteError, remoteServer, type RemoteServer } from './remote-server';
export { identityHeaders, isIdentityHeader } from './identity-headers';
