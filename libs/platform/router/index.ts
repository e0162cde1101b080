export { routerKind } from './router';
export { ROUTES, type Destination, type Route } from './routing-table';
export { RouterModule } from './router.module';
