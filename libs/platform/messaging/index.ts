export { ControlChannel, type CapturedPlace, type ControlMessage, type RoundMessage } from './control-channel';
export { RequestReply, Topic } from './request-reply';
