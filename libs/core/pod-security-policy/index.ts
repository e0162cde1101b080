export { podSecurityPolicy } from './pod-security-policy';
