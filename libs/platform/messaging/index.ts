export { ControlChannel, type ControlMessage } from './control-channel';
export { RequestReply, Topic } from './request-reply';
