import { Redirect, Route, Switch } from 'wouter';
import AuditPage from '../audit.tsx';
import { NotFoundPage } from '../not-found.tsx';
import NoticesPage from '../notices/notices.tsx';
import { RestaurantsPage } from './restaurants.tsx';
import { SystemPage } from './system.tsx';
import { UsersPage } from './users.tsx';

export default function OperatorPages() {
  return (
    <Switch>
      <Route path="/operador">
        <Redirect to="/operador/restaurantes" replace />
      </Route>
      <Route path="/operador/restaurantes" component={RestaurantsPage} />
      <Route path="/operador/usuarios" component={UsersPage} />
      <Route path="/operador/sistema" component={SystemPage} />
      <Route path="/operador/avisos" component={NoticesPage} />
      <Route path="/operador/actividad" component={AuditPage} />
      <Route component={NotFoundPage} />
    </Switch>
  );
}
