import { del } from '../../api/http.ts';
import { useClientePedidos } from '../../api/queries.ts';
import type { ClienteDePedido } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { useAction } from '../../parts/dialogs/use-action.ts';
import { Load } from '../../parts/states/load.tsx';
import { useRestaurant } from '../../scope.tsx';

/** Asks first, with the number of orders: it cannot be undone. */
export const ForgetCustomer = ({ pedidoId }: { pedidoId: string }) => {
  const { t } = useWords();
  const { open } = useDialogs();
  return (
    <Button look="danger" small icon="user" onClick={() => open(<Confirm pedidoId={pedidoId} />)}>
      {t('order.forget')}
    </Button>
  );
};

const Confirm = ({ pedidoId }: { pedidoId: string }) => {
  const { t, tn } = useWords();
  const { path } = useRestaurant();
  const query = useClientePedidos(pedidoId);
  const forget = useAction(
    () => del<ClienteDePedido>(path('pedidos', pedidoId, 'cliente')),
    ({ pedidos }) => tn('order.forgotten', pedidos),
  );
  return (
    <ConfirmDialog
      title={t('order.forgetTitle')}
      final={t('order.forgetUndo')}
      action={t('order.forget')}
      change={forget}
    >
      <Load query={query}>
        {({ pedidos }) => (
          <p>
            <strong>{tn('order.forgetOrders', pedidos)}</strong>
          </p>
        )}
      </Load>
      <p>{t('order.forgetNote')}</p>
    </ConfirmDialog>
  );
};
