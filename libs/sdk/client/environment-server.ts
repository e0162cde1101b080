import { delimiter } from 'node:path';
import { readKubeconfig, type KubeconfigContext } from './kubeconfig';

/**
 * Returns the server that the environment names: `$ORRERY_URL`, with the credentials and certificates of `$KUBECONFIG`
 * if its current context is the same server; else the current context of `$KUBECONFIG`, whose files are one together.
 * Undefined if neither is set. Throws `OrreryError` for a kubeconfig that is needed and cannot be read.
 */
export function serverOfEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): KubeconfigContext | undefined {
  const files = (environment['KUBECONFIG'] ?? '').split(delimiter).filter((path) => path !== '');
  const url = environment['ORRERY_URL']?.replace(/(?<!\/)\/+$/, '');
  if (!url) return files.length === 0 ? undefined : readKubeconfig(...files);
  const context = files.length === 0 ? undefined : contextIn(files);
  return context?.url === url ? context : { url };
}

/** The current context of a kubeconfig that may be about anything, or not be there. */
function contextIn(files: readonly string[]): KubeconfigContext | undefined {
  try {
    return readKubeconfig(...files);
  } catch {
    return undefined;
  }
}
