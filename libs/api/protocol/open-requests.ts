import type { ServerResponse } from 'node:http';
import { ClockMode } from '@orrery/clock';
import type { ClusterRuntime, OpenRequest } from '@orrery/control-plane';

const open = new WeakMap<ServerResponse, OpenRequest>();

/** Records a request whose client waits for the answer: a clock in mode `auto` waits with it. */
export function noteRequest({ clock, clients }: ClusterRuntime, response: ServerResponse): void {
  if (clock.setting.mode !== ClockMode.Auto) return;
  const request = clients.begin();
  open.set(response, request);
  response.once('close', () => request.end());
}

/** Records that the answer is a stream, which lasts for as long as the client wants: no clock waits for its end. */
export function noteStream(response: ServerResponse): void {
  open.get(response)?.streams();
}
