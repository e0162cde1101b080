export { allComponents } from './components';
