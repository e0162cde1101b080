export { ByteQueue } from './byte-queue';
export { portNumber, type PortConnection, type ServePort } from './port-forward/port-connection';
export { forwardOverSpdy, PORT_FORWARD_PROTOCOL, TUNNEL_PROTOCOL } from './port-forward/spdy-port-forward';
export { forwardOverWebSocket, PORT_CHANNEL_PROTOCOL } from './port-forward/web-socket-port-forward';
export type { RemoteStreams, WantedStreams } from './remote-command/remote-streams';
export { openSpdyStreams, SPDY_PROTOCOLS, type SpdyProtocol } from './remote-command/spdy-streams';
export { WEB_SOCKET_PROTOCOLS, WebSocketStreams } from './remote-command/web-socket-streams';
export {
  acceptSpdy,
  acceptWebSocket,
  offeredProtocols,
  wantedUpgrade,
  type UpgradeProtocol,
  type UpgradeRequest,
} from './upgrade';
