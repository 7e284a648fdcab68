import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { restaurantFeed } from './api/feed.ts';
import { ApiError } from './api/http.ts';
import { LiveProvider } from './api/live.tsx';
import { perfilQuery } from './api/queries.ts';
import { restaurantHref } from './base-path.ts';
import { lazyPart } from './lazy-part.ts';
import { writeStored } from './local-storage.ts';
import { HomePage } from './pages/home/home.tsx';
import { KitchenPage } from './pages/kitchen/kitchen.tsx';
import { NotFoundPage } from './pages/not-found.tsx';
import { BoardPage } from './pages/orders/board.tsx';
import { ErrorMessage } from './parts/states/error-message.tsx';
import { PageSkeleton } from './parts/states/states.tsx';
import { ScopeProvider, useMayIn, useRestaurant } from './scope.tsx';
import { INTEGRATIONS, RESTAURANT, usePlaces } from './shell/navigation.tsx';
import { OutageAlarm } from './shell/outage.tsx';
import { Shell } from './shell/shell.tsx';

const OrderPage = lazyPart(() => import('./pages/orders/order.tsx'));
const OrdersPage = lazyPart(() => import('./pages/orders/orders.tsx'));
const CajaPage = lazyPart(() => import('./pages/caja/caja.tsx'));
const ClosingsPage = lazyPart(() => import('./pages/closings/closings.tsx'));
const ClosingPage = lazyPart(() => import('./pages/closings/closing.tsx'));
const MenuPage = lazyPart(() => import('./pages/menu.tsx'));
const ProductsPage = lazyPart(() => import('./pages/products/products.tsx'));
const ZonesPage = lazyPart(() => import('./pages/zones/zones.tsx'));
const ProfilePage = lazyPart(() => import('./pages/profile.tsx'));
const KeysPage = lazyPart(() => import('./pages/keys/keys.tsx'));
const KeyPage = lazyPart(() => import('./pages/keys/key.tsx'));
const WebhooksPage = lazyPart(() => import('./pages/webhooks/webhooks.tsx'));
const WebhookPage = lazyPart(() => import('./pages/webhooks/webhook.tsx'));
const ScreensPage = lazyPart(() => import('./pages/screens/screens.tsx'));
const DeliveriesPage = lazyPart(() => import('./pages/deliveries/deliveries.tsx'));
const DeliveryPage = lazyPart(() => import('./pages/deliveries/delivery.tsx'));
const PeoplePage = lazyPart(() => import('./pages/people/people.tsx'));
const NoticesPage = lazyPart(() => import('./pages/notices/notices.tsx'));
const AuditPage = lazyPart(() => import('./pages/audit.tsx'));

/** The pages of one restaurant; each knows its name, time zone and currency. */
export const RestaurantArea = ({ restauranteId }: { restauranteId: string }) => {
  const { data, error, isPending, refetch } = useQuery(perfilQuery(restauranteId));
  const seesOrders = useMayIn(restauranteId)('pedidos');
  const feed = useMemo(() => restaurantFeed(restauranteId), [restauranteId]);
  useEffect(() => {
    if (data !== undefined) writeStored('restaurant', data.cuenta.id);
  }, [data]);
  if (data === undefined) {
    return (
      <Shell>
        {isPending ? (
          <PageSkeleton />
        ) : error instanceof ApiError && error.status === 404 ? (
          <NotFoundPage />
        ) : (
          <main className="page">
            <ErrorMessage error={error} onRetry={() => void refetch()} />
          </main>
        )}
      </Shell>
    );
  }
  return (
    <ScopeProvider cuenta={data.cuenta} moneda={data.restaurante.moneda}>
      {seesOrders ? (
        <LiveProvider feed={feed}>
          <OutageAlarm />
          <Switch>
            {/* The kitchen's screen shows nothing but orders. */}
            <Route path="/r/:rid/pedidos/cocina" component={KitchenPage} />
            <Route>
              <Shell>
                <Pages />
              </Shell>
            </Route>
          </Switch>
        </LiveProvider>
      ) : (
        <Shell>
          <Pages />
        </Shell>
      )}
    </ScopeProvider>
  );
};

/** The pages that a role may see: the others do not exist for it, and the first of its own takes the place of home. */
const Pages = () => {
  const { id } = useRestaurant();
  const may = useMayIn(id);
  const [first] = usePlaces(id)([...RESTAURANT, ...INTEGRATIONS]);
  return (
    <Switch>
      {!may('cifras') && first !== undefined && (
        <Route path="/r/:rid">
          <Redirect to={restaurantHref(id, first.path)} replace />
        </Route>
      )}
      {may('cifras') && <Route path="/r/:rid" component={HomePage} />}
      {may('cifras') && <Route path="/r/:rid/productos" component={ProductsPage} />}
      {may('pedidos') && <Route path="/r/:rid/pedidos" component={BoardPage} />}
      {may('pedidos') && <Route path="/r/:rid/pedidos/lista" component={OrdersPage} />}
      {may('pedidos') && (
        <Route path="/r/:rid/pedidos/:id">
          {(order) => <OrderPage key={order.id} pedidoId={order.id} />}
        </Route>
      )}
      {may('caja') && <Route path="/r/:rid/caja" component={CajaPage} />}
      {may('exportar') && <Route path="/r/:rid/envios" component={DeliveriesPage} />}
      {may('exportar') && (
        <Route path="/r/:rid/envios/:id">
          {(envio) => <DeliveryPage key={envio.id} envioId={envio.id} />}
        </Route>
      )}
      {may('caja') && <Route path="/r/:rid/cierres" component={ClosingsPage} />}
      {may('caja') && (
        <Route path="/r/:rid/cierres/:id">
          {(closing) => <ClosingPage key={closing.id} cierreId={closing.id} />}
        </Route>
      )}
      {may('carta') && <Route path="/r/:rid/carta" component={MenuPage} />}
      {may('carta') && <Route path="/r/:rid/zonas" component={ZonesPage} />}
      <Route path="/r/:rid/restaurante" component={ProfilePage} />
      {may('pantallas') && <Route path="/r/:rid/pantallas" component={ScreensPage} />}
      {may('personas') && <Route path="/r/:rid/personas" component={PeoplePage} />}
      {may('llaves') && <Route path="/r/:rid/llaves" component={KeysPage} />}
      {may('llaves') && (
        <Route path="/r/:rid/llaves/:id">
          {(key) => <KeyPage key={key.id} llaveId={key.id} />}
        </Route>
      )}
      {may('webhooks') && <Route path="/r/:rid/webhooks" component={WebhooksPage} />}
      {may('webhooks') && (
        <Route path="/r/:rid/webhooks/:id">
          {(hook) => <WebhookPage key={hook.id} webhookId={hook.id} />}
        </Route>
      )}
      <Route path="/r/:rid/avisos" component={NoticesPage} />
      {may('actividad') && <Route path="/r/:rid/actividad" component={AuditPage} />}
      <Route path="/r/:rid/integraciones">
        <Redirect to={restaurantHref(id, '/llaves')} replace />
      </Route>
      <Route component={NotFoundPage} />
    </Switch>
  );
};
