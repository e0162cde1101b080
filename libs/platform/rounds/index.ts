export { Members } from './members';
export { RoundConductor, type ConductorOptions } from './round-conductor';
export { RoundMember, type MemberOptions } from './round-member';
