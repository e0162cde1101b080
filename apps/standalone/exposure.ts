import { isAuthenticated } from '@orrery/access-control';
import { requireUsersBeyondLoopback, SettingsError, type StandaloneSettings } from '@orrery/settings';
import { UsageError } from './options';

/** Throws {@link UsageError} for a server that other machines could reach and that would not authenticate clients. */
export function requireSafeExposure(settings: StandaloneSettings): void {
  const { host, publishedHost, authorizationMode: mode } = settings;
  try {
    requireUsersBeyondLoopback({
      host: publishedHost ?? host,
      hostSetting: publishedHost === undefined ? '--host' : '--published-host',
      authenticatesClients: isAuthenticated({ ...settings, mode }),
      remedy: '--authorization-mode RBAC or --token-auth-file FILE',
    });
  } catch (error) {
    throw error instanceof SettingsError ? new UsageError(error.message) : error;
  }
}
