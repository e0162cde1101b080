import type { ServerResponse } from 'node:http';
import { ClockMode } from '@orrery/clock';
import type { ClusterRuntime, OpenRequest } from '@orrery/control-plane';

const open = new WeakMap<ServerResponse, OpenRequest>();

/** A client waits for this answer: a clock that goes on by itself waits with it. */
export function noteRequest({ clock, clients }: ClusterRuntime, response: ServerResponse): void {
  if (clock.setting.mode !== ClockMode.Auto) return;
  const request = clients.begin();
  open.set(response, request);
  response.once('close', () => request.end());
}

/** The answer goes on for as long as the client wants: no clock waits for its end. */
export function noteStream(response: ServerResponse): void {
  open.get(response)?.streams();
}
