export { FolderInUseError, isAbandoned, lockFolder } from './folder-lock';
export { identityOf, isRunning, type ProcessIdentity } from './process-identity';
export { makeFolder } from './make-folder';
