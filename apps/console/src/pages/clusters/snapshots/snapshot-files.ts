import { nameOfFile } from '../../../model/editor/dump';
import { session } from '../../../session/session';

/** Returns the credentials header of requests other than GraphQL. */
export function authorization(): Record<string, string> {
  const { token } = session.current();
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

function addressOf(name: string): string {
  return `/snapshots/${encodeURIComponent(name)}`;
}

/** Lets the browser save the file of a snapshot. Rejects with what the server says. */
export async function downloadSnapshot(name: string): Promise<void> {
  const answer = await fetch(addressOf(name), { headers: authorization() });
  if (!answer.ok) throw new Error(await messageOf(answer));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = `${name}.orrery.gz`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Gives the server a file to keep; it is called what the file is called. Rejects with what the server says. */
export async function uploadSnapshot(file: File): Promise<void> {
  const headers = { 'content-type': 'application/gzip', ...authorization() };
  const answer = await fetch(addressOf(nameOfFile(file.name)), { method: 'PUT', headers, body: file });
  if (!answer.ok) throw new Error(await messageOf(answer));
}

/** Returns why the server refused something. */
export async function messageOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    return (JSON.parse(text) as { readonly message?: string }).message ?? text;
  } catch {
    return `the server answered ${answer.status}`;
  }
}
