import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Cuenta } from './api/wire.ts';

/** The restaurant that the page is about, and how its times and money are written. */
export interface Scope {
  cuenta: Cuenta | null;
  zonaHoraria: string;
  moneda: string;
}

const NOWHERE: Scope = {
  cuenta: null,
  zonaHoraria: Intl.DateTimeFormat().resolvedOptions().timeZone,
  moneda: 'EUR',
};

const ScopeContext = createContext<Scope>(NOWHERE);

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
    () => ({ cuenta, zonaHoraria: cuenta.zona_horaria, moneda: moneda ?? NOWHERE.moneda }),
    [cuenta, moneda],
  );
  return <ScopeContext value={scope}>{children}</ScopeContext>;
};

export const useScope = (): Scope => useContext(ScopeContext);

/** For the pages of a restaurant, which are never shown without one. */
export const useRestaurant = (): { id: string; cuenta: Cuenta; href(path: string): string } => {
  const { cuenta } = useScope();
  if (cuenta === null) throw new Error('no restaurant above this page');
  return useMemo(
    () => ({ id: cuenta.id, cuenta, href: (path) => `/r/${encodeURIComponent(cuenta.id)}${path}` }),
    [cuenta],
  );
};
