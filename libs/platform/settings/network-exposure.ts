import { SettingsError } from './setting';

/** Returns whether only programs of this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whom a server lets in, and from where it can be reached. */
export interface Exposure {
  /** Address that others reach it at, with the setting that said so. */
  readonly host: string;
  readonly hostSetting: string;
  readonly authenticatesClients: boolean;
  /** What the person who starts it can set to have users. */
  readonly remedy: string;
}

/** A server that other machines can reach must know its clients. Throws {@link SettingsError}. */
export function requireUsersBeyondLoopback({ host, hostSetting, authenticatesClients, remedy }: Exposure): void {
  if (authenticatesClients || isLoopback(host)) return;
  throw new SettingsError([
    `${hostSetting} ${JSON.stringify(host)} is not a loopback address, so requests must be authenticated: set ${remedy}`,
  ]);
}
