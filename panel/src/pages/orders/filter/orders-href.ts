import { ESTADOS } from '../../../api/values.ts';
import { useRestaurant } from '../../../scope.tsx';
import type { Filter } from './filter.ts';

/** The states that figures count: all but cancelled. */
export const SOLD = ESTADOS.filter((estado) => estado !== 'cancelado').join(',');

/** The address of the list of orders with these filters. */
export const useOrdersHref = () => {
  const { href } = useRestaurant();
  return (filter: Partial<Filter>): string => {
    const given = Object.entries(filter).filter(([, value]) => value !== '');
    return href(`/pedidos/lista?${new URLSearchParams(given)}`);
  };
};
