import { useQueryClient } from '@tanstack/react-query';
import { Activity, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { perfilQuery, useRestaurantes } from './api/queries.ts';
import { useSesion, useUsuario } from './api/session.ts';
import { restaurantHref } from './base-path.ts';
import { useWords } from './i18n/lang.ts';
import { lazyPart } from './lazy-part.ts';
import { readStored } from './local-storage.ts';
import { LoginPage } from './pages/login.tsx';
import { ScreenPage } from './pages/screens/screen-page.tsx';
import { Button } from './parts/button.tsx';
import { ErrorMessage } from './parts/states/error-message.tsx';
import { Load } from './parts/states/load.tsx';
import { Empty, PageSkeleton } from './parts/states/states.tsx';
import { RestaurantArea } from './restaurant-area.tsx';
import { Shell } from './shell/shell.tsx';

const SetupPage = lazyPart(() => import('./pages/setup.tsx'));
const InvitationPage = lazyPart(() => import('./pages/people/invitation.tsx'));
const FactorRequiredPage = lazyPart(() => import('./pages/factors/factor-required.tsx'));
const OperatorPages = lazyPart(() => import('./pages/operator/operator-pages.tsx'));
const TodosPage = lazyPart(() => import('./pages/todos.tsx'));
const AccountPage = lazyPart(() => import('./pages/account/account.tsx'));

/** A screen has no session, and asks for none. */
export const App = () => (
  <Switch>
    <Route path="/pantalla/:id">{({ id }) => <ScreenPage key={id} id={id} />}</Route>
    <Route>
      <Panel />
    </Route>
  </Switch>
);

const Panel = () => {
  const session = useSesion();
  if (session.isPending) return <PageSkeleton />;
  if (session.data === undefined) {
    return (
      <main className="page">
        <ErrorMessage error={session.error} onRetry={() => void session.refetch()} />
      </main>
    );
  }
  const { sesion, usuario } = session.data;
  return (
    <Switch>
      <Route path="/alta">
        <Suspense fallback={<PageSkeleton />}>
          <SetupPage />
        </Suspense>
      </Route>
      <Route path="/invitacion">
        <Suspense fallback={<PageSkeleton />}>
          <InvitationPage />
        </Suspense>
      </Route>
      <Route>
        {sesion === null && <LoginPage hasEnded={usuario !== null} />}
        {usuario !== null && (
          // Hidden, not removed, until one has signed in again: a form keeps what was typed into it.
          <Activity mode={sesion === null ? 'hidden' : 'visible'}>
            <SignedIn key={usuario.id} />
          </Activity>
        )}
      </Route>
    </Switch>
  );
};

const SignedIn = () => {
  const { operador, segundo_factor } = useUsuario();
  if (segundo_factor === 'falta') {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <FactorRequiredPage />
      </Suspense>
    );
  }
  return (
    <Switch>
      <Route path="/r/:rid/*?">
        {({ rid }) => <RestaurantArea key={rid} restauranteId={decodeURIComponent(rid)} />}
      </Route>
      <Route path="/operador/*?">
        {operador ? (
          <Shell>
            <OperatorPages />
          </Shell>
        ) : (
          <Redirect to="/" replace />
        )}
      </Route>
      <Route path="/todos">
        <Shell>
          <TodosPage />
        </Shell>
      </Route>
      <Route path="/cuenta">
        <Shell>
          <AccountPage />
        </Shell>
      </Route>
      <Route component={StartPage} />
    </Switch>
  );
};

/** Redirects to the user's restaurant, an operator to the one seen last. A path such as `/llaves` is kept below it. */
const StartPage = () => {
  const { t } = useWords();
  const usuario = useUsuario();
  const query = useRestaurantes();
  const [path] = useLocation();
  const client = useQueryClient();
  const toArea = (id: string) => (
    <Redirect to={restaurantHref(id, path === '/' ? '' : path)} replace />
  );
  const last = readStored('restaurant');
  const own = usuario.restaurantes.find(({ id }) => id === last) ?? usuario.restaurantes[0];
  if (own !== undefined) return toArea(own.id);
  if (last !== null && client.getQueryData(perfilQuery(last).queryKey)) return toArea(last);
  return (
    <Load query={query} waiting={<PageSkeleton />}>
      {({ datos }) => {
        const known = datos.find(({ id }) => id === last) ?? datos[0];
        if (known !== undefined) return toArea(known.id);
        return (
          <Shell>
            <main className="page" id="content">
              <Empty icon="store" title={t('restaurants.none')}>
                <p>{t('restaurants.noneNote')}</p>
                <Button icon="refresh" onClick={() => void query.refetch()}>
                  {t('do.retry')}
                </Button>
              </Empty>
            </main>
          </Shell>
        );
      }}
    </Load>
  );
};
