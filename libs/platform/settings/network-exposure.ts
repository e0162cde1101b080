import { SettingsError } from './setting';

/** Returns whether only programs of this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whom a server lets in, and from where it can be reached. */
export interface Exposure {
  /** Address at which other machines reach it, with the setting that it comes from. */
  readonly host: string;
  readonly hostSetting: string;
  readonly authenticatesClients: boolean;
  /** Setting by which the operator turns on users. */
  readonly remedy: string;
}

/** A server that other machines can reach must know its clients. Throws {@link SettingsError}. */
export function requireUsersBeyondLoopback({ host, hostSetting, authenticatesClients, remedy }: Exposure): void {
  if (authenticatesClients || isLoopback(host)) return;
  throw new SettingsError([
    `${hostSetting} ${JSON.stringify(host)} is not a loopback address, so requests must be authenticated: set ${remedy}`,
  ]);
}
