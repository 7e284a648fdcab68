import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { restPath } from './api/paths.ts';
import { useUsuario } from './api/session.ts';
import type { Cuenta, Right } from './api/wire.ts';
import { restaurantHref } from './base-path.ts';

/** The restaurant of the page, with its time zone and currency. */
interface Scope {
  cuenta: Cuenta | null;
  zonaHoraria: string;
  moneda: string;
}

const NO_RESTAURANT: Scope = {
  cuenta: null,
  zonaHoraria: Intl.DateTimeFormat().resolvedOptions().timeZone,
  moneda: 'EUR',
};

const ScopeContext = createContext<Scope>(NO_RESTAURANT);

export const ScopeProvider = ({
  cuenta,
  moneda,
  children,
}: {
  cuenta: Cuenta;
  moneda: string | undefined;
  children: ReactNode;
}) => {
  const scope = useMemo(
    () => ({ cuenta, zonaHoraria: cuenta.zona_horaria, moneda: moneda ?? NO_RESTAURANT.moneda }),
    [cuenta, moneda],
  );
  return <ScopeContext value={scope}>{children}</ScopeContext>;
};

export const useScope = (): Scope => useContext(ScopeContext);

interface Restaurant {
  id: string;
  cuenta: Cuenta;
  /** The address of a page of it. */
  href(path: string): string;
  /** The path of a resource of it. */
  path(...segments: string[]): string;
}

/** Whether the user may do something in a restaurant. An operator may do everything in each. */
export const useMayIn = (restauranteId: string | null): ((right: Right) => boolean) => {
  const { operador, restaurantes } = useUsuario();
  const derechos = restaurantes.find(({ id }) => id === restauranteId)?.derechos ?? [];
  return (right) => operador || derechos.includes(right);
};

export const useMay = () => useMayIn(useRestaurant().id);

/** For pages below a restaurant. */
export const useRestaurant = (): Restaurant => {
  const { cuenta } = useScope();
  if (cuenta === null) throw new Error('useRestaurant needs a ScopeProvider above it');
  return useMemo(
    () => ({
      id: cuenta.id,
      cuenta,
      href: (path) => restaurantHref(cuenta.id, path),
      path: (...segments) => restPath(cuenta.id, ...segments),
    }),
    [cuenta],
  );
};
