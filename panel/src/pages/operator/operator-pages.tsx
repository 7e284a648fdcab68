import { Redirect, Route, Switch } from 'wouter';
import { useWords } from '../../i18n/lang.ts';
import { AuditPage } from '../activity/audit-page.tsx';
import { NotFoundPage } from '../not-found.tsx';
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
      <Route path="/operador/actividad" component={AllActivityPage} />
      <Route component={NotFoundPage} />
    </Switch>
  );
}

const AllActivityPage = () => {
  const { t } = useWords();
  return (
    <AuditPage title={t('nav.allActivity')} note={t('activity.allNote')} restauranteId={null} />
  );
};
