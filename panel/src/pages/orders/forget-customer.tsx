import { useState } from 'react';
import { del } from '../../api/http.ts';
import { restKey } from '../../api/paths.ts';
import { clientePath, useClientePedidos, useRefresh } from '../../api/queries.ts';
import type { ClienteDePedido } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { Load } from '../../parts/states/load.tsx';
import { useRestaurant } from '../../scope.tsx';

/** Asks first, with the number of orders: it cannot be undone. */
export const ForgetCustomer = ({ pedidoId }: { pedidoId: string }) => {
  const { t } = useWords();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button look="danger" small icon="user" onClick={() => setAsking(true)}>
        {t('order.forget')}
      </Button>
      {asking && <Confirm pedidoId={pedidoId} onClose={() => setAsking(false)} />}
    </>
  );
};

const Confirm = ({ pedidoId, onClose }: { pedidoId: string; onClose(): void }) => {
  const { t, tn } = useWords();
  const { id } = useRestaurant();
  const toast = useToast();
  const refresh = useRefresh();
  const query = useClientePedidos(id, pedidoId);
  const forget = async () => {
    const { pedidos } = await del<ClienteDePedido>(clientePath(id, pedidoId));
    toast.done(tn('order.forgotten', pedidos));
    refresh(restKey(id));
  };
  return (
    <ConfirmDialog
      title={t('order.forgetTitle')}
      undo={t('order.forgetUndo')}
      reversible={false}
      action={t('order.forget')}
      onConfirm={forget}
      onClose={onClose}
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
